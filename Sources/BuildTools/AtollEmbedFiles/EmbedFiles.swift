import Foundation

/// A program that writes a Swift file with every file below a folder as a string literal.
///
/// Usage: `EmbedFiles FOLDER NAME OUTPUT [--languages]`. Hidden files are left out. The files are
/// sorted by path, so the output is the same everywhere. With `--languages`, the files are language
/// files, and are embedded as `LanguageValues.minified(_:)` returns them.
@main
struct EmbedFiles {
  static func main() throws {
    let hasLanguages = CommandLine.arguments.dropFirst(4) == ["--languages"]
    guard CommandLine.arguments.count == 4 || hasLanguages else {
      FileHandle.standardError.write(
        Data("usage: EmbedFiles FOLDER NAME OUTPUT [--languages]\n".utf8))
      exit(64)
    }
    let folder = URL(filePath: CommandLine.arguments[1]).standardizedFileURL
    let enumerator = FileManager.default.enumerator(
      at: folder, includingPropertiesForKeys: [.isRegularFileKey], options: [.skipsHiddenFiles])
    var paths: [String] = []
    for case let file as URL in enumerator ?? FileManager.DirectoryEnumerator()
    where try file.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true {
      paths.append(String(file.standardizedFileURL.path.dropFirst(folder.path.count + 1)))
    }
    paths.sort { $0.utf8.lexicographicallyPrecedes($1.utf8) }

    var code = "// Made by EmbedFiles from \(folder.lastPathComponent)/. Not to be edited.\n\n"
    code += "enum \(CommandLine.arguments[2]) {\n"
    code += "  /// A number that changes whenever a file does.\n"
    code += "  static let fingerprint: UInt64 = \(try fingerprint(of: paths, in: folder))\n\n"
    code += "  /// Path inside the folder, then the file's text.\n"
    code += "  static let files: [(path: String, text: String)] = [\n"
    for path in paths {
      var text = try String(contentsOf: folder.appending(path: path), encoding: .utf8)
      if hasLanguages { text = LanguageValues.minified(text) }
      code += "    (\n      \(literal(path)),\n      \(literal(text))\n    ),\n"
    }
    code += "  ]\n\n"
    code += "  /// Returns the text of a file; it is empty if there is no file of this path.\n"
    code += "  static func text(of path: String) -> String {\n"
    code += "    files.first { $0.path == path }?.text ?? \"\"\n  }\n}\n"
    // An unchanged file is not written again: that would recompile every module that depends on it.
    let outputPath = CommandLine.arguments[3]
    guard code != (try? String(contentsOfFile: outputPath, encoding: .utf8)) else { return }
    try code.write(toFile: outputPath, atomically: true, encoding: .utf8)
  }

  /// Returns the FNV-1a hash of the paths and texts of all files.
  static func fingerprint(of paths: [String], in folder: URL) throws -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for path in paths {
      for byte in try Data("\(path)\0".utf8) + Data(contentsOf: folder.appending(path: path)) {
        hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3
      }
    }
    return hash
  }

  /// Returns a one-line string literal; every character that could end or change it is escaped.
  static func literal(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case "\n": quoted += "\\n"
      case "\r": quoted += "\\r"
      case "\t": quoted += "\\t"
      case _ where scalar.value < 0x20 || scalar.value == 0x7F:
        quoted += "\\u{\(String(scalar.value, radix: 16))}"
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}
