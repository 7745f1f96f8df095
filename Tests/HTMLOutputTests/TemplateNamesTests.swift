import Foundation
import MarkupWriting
import Templating
import Testing

@testable import HTMLOutput

/// Holds `docs/templates.md` and the program together, both ways.
@Suite struct TemplateNamesTests {
  struct Name: Hashable {
    var name: String
    var kind: String
  }

  /// The page's tables: for each heading of the third level its rows, and the table of templates.
  struct Page {
    var groups: [String: [Name]] = [:]
    var templates: [(file: String, groups: [String], marks: [String])] = []

    init() throws {
      let file = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "docs/templates.md")
      var heading = ""
      for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
        if line.hasPrefix("#") { heading = String(line) }
        let cells = line.split(separator: "|")
          .map { $0.trimmingCharacters(in: .whitespaces) }
        guard cells.count >= 3, cells[0].hasPrefix("`") else { continue }
        let first = cells[0].replacing("`", with: "")
        if heading.hasPrefix("### ") {
          groups[String(heading.dropFirst(4)), default: []].append(
            Name(name: first, kind: cells[1]))
        } else if heading == "## Templates" {
          let groups = cells[2] == "–" ? [] : cells[2].components(separatedBy: ", ")
          let marks = cells[3].matches(of: /{{> ([a-z]+)}}/).map { String($0.1) }
          templates.append((first, groups, marks))
        }
      }
    }
  }

  static func names(of file: HTMLTemplateFile) -> [Name] {
    file.schema.allFields.map { Name(name: $0.name, kind: "\($0.kind)") }
  }

  @Test func listsEveryTemplateWithItsNames() throws {
    let page = try Page()
    #expect(page.templates.map(\.file) == HTMLTemplateFile.allCases.map(\.rawValue))
    for template in page.templates {
      let file = try #require(HTMLTemplateFile(rawValue: template.file))
      var told: [Name] = template.marks.map { Name(name: $0, kind: "mark") }
      for group in ["Everywhere", "Words"] + template.groups {
        told += try #require(page.groups[group], "\(template.file) names no group of \(group)")
      }
      let known = Self.names(of: file)
      #expect(
        Set(known).subtracting(told) == [], "\(template.file): the page does not tell of these")
      #expect(
        Set(told).subtracting(known) == [], "\(template.file): the program does not know these")
      #expect(told.count == Set(told).count, "\(template.file): told twice")
      let marks = known.filter { $0.kind == "mark" }.map(\.name)
      #expect(template.marks == marks, "the order of the marks")
    }
  }

  @Test func listsNoGroupThatNoTemplateHas() throws {
    let page = try Page()
    let used = Set(page.templates.flatMap(\.groups)).union(["Everywhere", "Words"])
    #expect(Set(page.groups.keys) == used)
  }

  @Test func listsTheKinds() throws {
    let page = try Page()
    let kinds = Set(page.groups.values.flatMap { $0.map(\.kind) })
    #expect(kinds == ["text", "html", "url", "number", "token", "flag", "list"])
  }

  @Test func givesEveryFieldOneNumber() {
    for file in HTMLTemplateFile.allCases {
      let ids = file.schema.allFields.map(\.id)
      #expect(Set(ids).count == ids.count, "\(file.rawValue)")
    }
    let used = Set(HTMLTemplateFile.allCases.flatMap { $0.schema.allFields.map(\.id) })
    for field in MarkupField.allCases {
      #expect(used.contains(field.rawValue), "no template can name \(field)")
    }
  }
}
