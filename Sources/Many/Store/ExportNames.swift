import Bytes
package import Hashing

/// The names of exported files: a text with `{key}` in place of the key of a story, such as `{key}.html`.
package struct ExportName: Hashable, Sendable {
  package let text: String
  private let before: [UInt8]
  private let after: [UInt8]

  /// Creates names; `nil` if the text does not contain `{key}` exactly once or leads out of its folder.
  package init?(_ text: String) {
    let parts = text.split(atText: "{key}")
    let folders = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, !folders.contains(where: { $0.isEmpty || $0.hasPrefix(".") }),
      !text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F })
    else { return nil }
    self.text = text
    before = Array(parts[0].utf8)
    after = Array(parts[1].utf8)
  }

  /// The longest name of a file that all file systems of Linux and macOS accept, less an ending such as `.gz`.
  private static let longestName = 255 - 8

  /// Returns the name of the file of a story; `nil` if it is too long for a file system.
  package func file(ofKey key: [UInt8]) -> String? {
    let bytes = before + Self.encoded(key) + after
    guard bytes.split(separator: 0x2F).allSatisfy({ $0.count <= Self.longestName }) else {
      return nil
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns a key as it is in names of files: percent-encoded, with `%2E` for a dot in front, which would hide the file.
  package static func encoded(_ key: [UInt8]) -> [UInt8] {
    var name = OutputBuffer(capacity: key.count * 3)
    for (index, byte) in key.enumerated() {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x5F, 0x7E: name.append(byte)
      case 0x2E where index > 0: name.append(byte)
      case _:
        name.append("%")
        name.append(contentsOf: hexadecimalDigits(of: byte))
      }
    }
    return name.bytes()
  }

  /// Returns the address of a file, relative to its folder: a percent sign in a name is a character of the name.
  package static func address(of file: String) -> String { file.replacing(text: "%", with: "%25") }
}

/// The content of exported files.
package enum ExportContent: String, CaseIterable, Sendable {
  /// The outputs of a run.
  case outputs
  /// The number of comments of each story, which is both a text for includes and JSON.
  case counts

  /// Returns the number of comments as the content of a file.
  static func count(_ comments: Int) -> [UInt8] { Array("\(comments)\n".utf8) }
}

/// The encoding of a file: a file as it is, or a compressed sibling that web servers send instead of it.
package enum FileEncoding: String, CaseIterable, Sendable {
  case identity, gzip, br

  /// Returns the name of a file in this encoding.
  package func name(of file: String) -> String {
    switch self {
    case .identity: file
    case .gzip: "\(file).gz"
    case .br: "\(file).br"
    }
  }
}

/// The encodings of each file, and how each is made.
package struct FileEncodings: Sendable {
  package typealias Compressor = @Sendable ([UInt8]) throws(StoreError) -> [UInt8]
  private let compressors: [FileEncoding: Compressor]

  package init(_ compressors: [FileEncoding: Compressor] = [:]) { self.compressors = compressors }

  /// The encodings, with `identity` first.
  var list: [FileEncoding] {
    FileEncoding.allCases.filter { $0 == .identity || compressors[$0] != nil }
  }

  func encode(_ content: [UInt8], as encoding: FileEncoding) throws(StoreError) -> [UInt8] {
    try compressors[encoding]?(content) ?? content
  }
}

/// The settings of an export.
package struct ExportSettings: Sendable {
  package var name: ExportName
  package var content = ExportContent.outputs
  package var encodings = FileEncodings()
  /// Files in the folder are compared by their content, not only by their size and time.
  package var comparesContent = false

  package init(name: ExportName) { self.name = name }
}

/// A file that an export wrote or removed.
package struct ExportedFile: Hashable, Sendable {
  package let change: StoryChange
  /// The name of the file in the target.
  package let name: String
  package let encoding: FileEncoding
  /// The media type; empty for a removed file.
  package let type: String
  package let hash: ContentHash?
  package let bytes: Int
}

/// The numbers of files that were written, removed and left alone.
package struct FileCounts: Hashable, Sendable {
  package var written = 0
  package var removed = 0
  package var unchanged = 0

  package init() {}
}
