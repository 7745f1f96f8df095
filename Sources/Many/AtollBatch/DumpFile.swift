package import AtollBytes
package import AtollOperatingSystem
import AtollStoryDecoding
import AtollUnpacking

/// A file of a dump, or standard input.
package struct DumpFile: Hashable, Sendable {
  /// The path; `nil` for standard input.
  package let path: String?
  /// The name in messages.
  package let name: String
  /// The size in bytes; 0 for standard input.
  package let size: Int

  /// Creates a file that is opened later, when it is read.
  package init(_ path: String) throws(SystemError) {
    self.path = path
    name = path
    size = try FileMetadata(of: path).size
  }

  /// Creates the file for standard input, which messages call `name`.
  package init(standardInputNamed name: String) {
    path = nil
    self.name = name
    size = 0
  }

  /// Returns the settings rows in the bytes of a file; throws an error if there are none, or if a row
  /// cannot be read.
  package static func settingsRows(in bytes: [UInt8], named name: String) throws
    -> [[UInt8]]
  {
    var reader = RowReader()
    var rows: [[UInt8]] = []
    let lines = bytes.dropFirst(byteOrderMarkLength(of: bytes))
      .split(separator: 0x0A, omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() where line.contains(where: { $0 > 0x20 }) {
      if let reason = reader.read(line, file: name) {
        throw Failure(
          .badInput, message: "the row cannot be read: \(reason)", at: "\(name):\(index + 1)",
          advice: "export it again")
      }
      if reader.kind == .settings { rows.append(Array(line)) }
    }
    if rows.isEmpty {
      throw Failure(
        .badInput, message: "the file has no rows of settings", at: name,
        advice: "give the rows of the collection settings or tenants, as mongoexport writes them")
    }
    return rows
  }

  /// The content of a file, judging by its first JSON line.
  package enum Content {
    /// Rows of a database.
    case rows
    /// Stories, one on each line.
    case stories
    case unknown
  }

  /// Returns whether an input begins with a row of a database; a list of rows in brackets may be a
  /// whole story.
  package static func beginsWithRow(_ input: [UInt8]) -> Bool {
    input.first { $0 > 0x20 } != UInt8(ascii: "[") && StoryDecoder.isRow(input) == true
  }

  /// Returns the content of a file, which must not be a pipe: what is read here would be lost.
  package static func content(of descriptor: Int32) throws(Failure) -> Content {
    let maximumLineLength = 1 << 20
    var lines = LineSource(descriptor: descriptor, maximumLineLength: maximumLineLength)
    return try lines.next()?.content ?? .unknown
  }
}
