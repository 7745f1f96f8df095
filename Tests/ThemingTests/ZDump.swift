import Foundation
import Testing

@testable import Theming

@Test func zdump() throws {
  for name in Theme.embeddedNames {
    let theme = try Theme(embedded: name)
    for scheme in Scheme.allCases {
      try Data(theme.pageCSS(scheme: scheme, forDocument: true)).write(
        to: URL(filePath: "/tmp/mock/\(name)-\(scheme.rawValue).css"))
    }
    try Data(theme.pageCSS()).write(to: URL(filePath: "/tmp/mock/\(name)-fragment.css"))
    try Data(theme.report().utf8).write(to: URL(filePath: "/tmp/mock/\(name)-report.txt"))
  }
}
