import Atoll
import Files
import Theming

/// Styles and templates, read from folders.
enum LookFiles {
  private static let largestFile = 4 << 20

  /// The style of this name, or the one in this folder.
  static func style(_ name: String?) throws(Stop) -> Style {
    guard let name else { return .ign }
    if Words.styles.contains(name) { return .embedded(name) }
    let files = try files(in: name, ending: [".json", ".css"], kind: "style")
    return .files(
      name: folderName(name), files.map { StyleSource(path: $0.path, bytes: $0.bytes) })
  }

  /// The templates in a folder; none without one.
  static func templates(in folder: String?) throws(Stop) -> [TemplateSource] {
    guard let folder else { return [] }
    let files = try files(in: folder, ending: [".mustache"], kind: "templates")
    return files.map { TemplateSource(path: $0.path, bytes: $0.bytes) }
  }

  private static func files(
    in folder: String, ending suffixes: [String], kind: String
  ) throws(Stop) -> [(path: String, bytes: [UInt8])] {
    let paths: [String]
    do {
      paths = try FolderListing.files(in: folder, ending: suffixes, intoSubfolders: true)
    } catch {
      throw missing(folder, error, kind: kind)
    }
    if paths.isEmpty {
      throw .failure(
        .configuration, "the folder holds no file ending in \(suffixes.joined(separator: " or "))",
        at: folder)
    }
    var files: [(path: String, bytes: [UInt8])] = []
    for path in paths {
      do {
        let bytes = try FileReading.bytes(of: "\(folder)/\(path)", atMost: largestFile)
        files.append((path, bytes))
      } catch {
        switch error {
        case .system(let error):
          throw .failure(
            .configuration, "cannot be read: \(error.message)", at: "\(folder)/\(path)")
        case .tooLarge, .folder:
          throw .failure(
            .configuration, "the file is larger than \(largestFile) bytes", at: "\(folder)/\(path)")
        }
      }
    }
    return files
  }

  private static func missing(_ folder: String, _ error: SystemError, kind: String) -> Stop {
    let advice: String? =
      kind == "style"
      ? "give a folder, or one of: \(Words.styles.joined(separator: ", "))" : nil
    return .failure(
      .configuration, "there is no folder of \(kind) here: \(error.message)", at: folder,
      advice: advice)
  }

  /// The last part of a path, to name a style by.
  private static func folderName(_ path: String) -> String {
    let parts = path.utf8.split(separator: UInt8(ascii: "/"))
    return parts.last.map { String(decoding: $0, as: UTF8.self) } ?? path
  }
}
