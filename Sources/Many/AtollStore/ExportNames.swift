import AtollBytes
package import AtollHashing

/// A pattern for the names of exported files: `{key}.html`, with `{key}` for a story's key.
package struct ExportName: Hashable, Sendable {
  package let text: String
  private let prefix: [UInt8]
  private let suffix: [UInt8]

  /// Creates a pattern; `nil` if the text cannot be one.
  ///
  /// The text must contain `{key}` exactly once and no control character. No path component may be
  /// empty, begin with a dot, or be too long for a file system.
  package init?(_ text: String) {
    let parts = text.split(atText: "{key}")
    let longest = text.replacing(
      text: "{key}", with: String(repeating: "k", count: FileNameEncoding.maximumLength))
    let components = longest.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, !text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }),
      components.allSatisfy({
        !$0.isEmpty && !$0.hasPrefix(".") && $0.utf8.count <= Self.maximumComponentLength
      })
    else { return nil }
    self.text = text
    prefix = Array(parts[0].utf8)
    suffix = Array(parts[1].utf8)
  }

  /// The maximum length of a file name on common Linux and macOS file systems, in bytes, less 8
  /// bytes for an ending such as `.gz`.
  private static let maximumComponentLength = 255 - 8

  package func fileName(ofKey key: [UInt8]) -> String {
    String(decoding: prefix + FileNameEncoding.encoded(key) + suffix, as: UTF8.self)
  }

  /// Returns the key of the story whose file would have this name, whether or not the story exists.
  ///
  /// Returns `nil` if no key gives this name, or if the name has only a part of the key.
  func key(ofFileNamed name: String) -> [UInt8]? {
    let bytes = Array(name.utf8)
    guard bytes.count >= prefix.count + suffix.count else { return nil }
    let key = PercentEncoding.decoded(bytes.dropFirst(prefix.count).dropLast(suffix.count))
    return fileName(ofKey: key) == name ? key : nil
  }

  /// Returns the key of the story whose file would have this name, or would be in a top-level
  /// folder with this name.
  func key(ofFileOrFolderNamed name: String) -> [UInt8]? {
    ExportName(String(text.prefix { $0 != "/" }))?.key(ofFileNamed: name)
  }

  /// Returns the address of a file relative to the folder of the export: its name, percent-encoded.
  package static func address(of file: String) -> String {
    let address = PercentEncoding.encoded(file.utf8) {
      PercentEncoding.isUnreserved($0) || $0 == UInt8(ascii: "/")
    }
    return String(decoding: address, as: UTF8.self)
  }
}

package enum ExportContent: String, CaseIterable, Sendable {
  case outputs
  /// The number of comments on each story: a file with only the number, which is also valid JSON.
  case counts

  static func fileContent(ofCount comments: Int) -> [UInt8] { Array("\(comments)\n".utf8) }
}

/// The encoding of a file: the plain file, or a compressed sibling that web servers send instead of
/// it.
package enum FileEncoding: String, CaseIterable, Sendable {
  case identity, gzip, br

  private var ending: String {
    switch self {
    case .identity: ""
    case .gzip: ".gz"
    case .br: ".br"
    }
  }

  package func name(of file: String) -> String { file + ending }

  /// Returns the name of the plain file, given the name of the same file in this encoding; `nil` if
  /// that name has another ending.
  func plainFileName(for name: String) -> String? {
    name.hasSuffix(ending) ? String(name.dropLast(ending.count)) : nil
  }
}

/// The encodings in which each file is exported, with their compressors.
package struct FileEncodings: Sendable {
  package typealias Compressor = @Sendable ([UInt8]) throws -> [UInt8]
  private let compressors: [FileEncoding: Compressor]

  package init(_ compressors: [FileEncoding: Compressor] = [:]) { self.compressors = compressors }

  /// The encodings, with `identity` first.
  var list: [FileEncoding] {
    FileEncoding.allCases.filter { $0 == .identity || compressors[$0] != nil }
  }

  func encode(_ content: [UInt8], as encoding: FileEncoding) throws -> [UInt8] {
    try compressors[encoding]?(content) ?? content
  }
}

package struct ExportSettings: Sendable {
  package var name: ExportName
  package var content = ExportContent.outputs
  package var encodings = FileEncodings()
  /// True if files in the folder are compared by content, not only by size and time.
  package var comparesContent = false

  package init(name: ExportName) { self.name = name }
}

/// A file that an export has written or removed, or that waits in an outbox.
package struct ExportedFile: Hashable, Sendable {
  package let change: StoryChange
  package let name: String
  package let encoding: FileEncoding
  /// The media type; empty for a removed file.
  package let mediaType: String
  /// The hash of the file's bytes; `nil` for a file that was removed from a folder.
  package let hash: ContentHash?
  package let byteCount: Int
}

/// The numbers of files that were written, removed and left unchanged.
///
/// A file and its compressed siblings count once.
package struct FileCounts: Hashable, Sendable {
  package var written = 0
  package var removed = 0
  package var unchanged = 0
  /// The number of files and folders that were in the target before its first export; hidden ones
  /// are not counted.
  package var foreign = 0
}
