import Foundation

/// A Swift file of values that were computed before Atoll is built.
///
/// A test computes them again. `ATOLL_UPDATE_COMPILED=1 swift test --filter Compiled` writes the file.
package enum GeneratedSource {
  package static let isUpdated = ProcessInfo.processInfo.environment["ATOLL_UPDATE_COMPILED"] == "1"

  /// Writes the file, with an introduction that says what it is.
  package static func write(_ code: String, to path: String, whatItIs: String) throws {
    let head = """
      // \(whatItIs)
      //
      // Written by `ATOLL_UPDATE_COMPILED=1 swift test --filter Compiled`; not to be changed by hand.
      // swift-format-ignore-file

      """
    try Data((head + code).utf8).write(to: Repository.url(path))
  }

  /// Returns a string literal of one line.
  package static func literal(_ bytes: some Collection<UInt8>) -> String {
    var quoted = "\""
    for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case "\n": quoted += "\\n"
      case _ where scalar.value < 0x20 || scalar.value == 0x7F:
        quoted += "\\u{\(String(scalar.value, radix: 16))}"
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }

  /// Returns the parts, divided into lines of about a hundred characters.
  package static func list(_ parts: [String], indentation: String) -> String {
    var lines: [String] = [indentation]
    for part in parts {
      if lines[lines.count - 1].count + part.count > 110, lines[lines.count - 1] != indentation {
        lines.append(indentation)
      }
      lines[lines.count - 1] += (lines[lines.count - 1] == indentation ? "" : " ") + part + ","
    }
    return lines.joined(separator: "\n")
  }
}
