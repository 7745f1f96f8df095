import AtollBytes
import AtollOperatingSystem
import AtollPageShots
import AtollSnapshots

/// The work of `atoll snapshot compare`, which prints where two pictures differ, and by how much.
struct SnapshotCompare {
  private let comparison: Comparison
  private let old: Bitmap
  private let new: Bitmap
  /// The rows that were added, removed or changed; empty if the widths of the pictures differ.
  private let changedRows: [ListChange]

  /// The maximum size of a file in bytes; a picture may have 100 million pixels.
  private static let maximumFileSize = 512 << 20
  /// The maximum number of boxes, and of `rowCountChanges`, in the text output.
  private static let maximumListedCount = 20

  /// Compares two files; exits with 1 if the pictures differ.
  static func run(_ arguments: SnapshotArguments) throws {
    let destination = Destination(arguments.output)
    try destination.check()
    let (old, new) = (try picture(at: arguments.names[0]), try picture(at: arguments.names[1]))
    // Both sides are at most the maximum number of pixels, so the product is no overflow.
    guard max(old.width, new.width) * max(old.height, new.height) <= Bitmap.maximumPixelCount else {
      throw Failure(
        .badInput,
        message: "the sizes differ too much for a comparison: \(size(old)) and \(size(new))",
        at: arguments.names[1])
    }
    let pictures = SnapshotCompare(old, new)
    if arguments.output != nil {
      try destination.write(
        PNGWriter.write(Comparison.differencePicture(of: pictures.old, pictures.new)))
    }
    let console = Console(arguments.common)
    let text = arguments.writesJSON ? "\(pictures.json.serialized)\n" : pictures.text
    if arguments.output != nil, destination.path == nil {
      // Standard output has the picture.
      console.sayPlain(String(text.dropLast()))
    } else {
      try console.print(text)
    }
    if !pictures.comparison.isSame { throw CommandEnding.silent(.failure) }
  }

  private static func picture(at path: String) throws -> Bitmap {
    let bytes = try attributingInputErrors(to: path) {
      try WholeFile.bytes(of: path, atMost: maximumFileSize)
    }
    return try translatingErrors(of: PNGReader.read(bytes)) { (failure: Failure) in
      Failure(.badInput, message: "the picture cannot be read: \(failure.message)", at: path)
    }
  }

  private init(_ old: Bitmap, _ new: Bitmap) {
    (self.old, self.new) = (old, new)
    comparison = Comparison(old, new)
    changedRows =
      old.width == new.width && !comparison.isSame ? RowAlignment.changes(from: old, to: new) : []
  }

  private static func size(_ picture: Bitmap) -> String { "\(picture.width)×\(picture.height)" }

  private var text: String {
    if comparison.isSame { return "same         \(Self.size(old))\n" }
    let sizes =
      Self.size(old) == Self.size(new) ? Self.size(old) : "\(Self.size(old)) → \(Self.size(new))"
    let places = counted(comparison.boxes.count, noun: "place")
    var text =
      "different    \(sizes), \(counted(comparison.differingPixelCount, noun: "pixel")) in \(places)"
    text += ", by up to \(comparison.maximumChannelDifference) of 255\n"
    for change in rowCountChanges.prefix(Self.maximumListedCount) {
      text += "  \(Self.described(change))\n"
    }
    for box in comparison.boxes.prefix(Self.maximumListedCount) { text += "  \(box)\n" }
    let omittedCount = comparison.boxes.count - Self.maximumListedCount
    return omittedCount > 0 ? text + "  … and \(omittedCount) more\n" : text
  }

  /// The changes that shift everything below them up or down.
  private var rowCountChanges: [ListChange] { changedRows.filter { $0.old.count != $0.new.count } }

  private static func described(_ change: ListChange) -> String {
    let count = change.new.count - change.old.count
    return "\(counted(abs(count), noun: "row")) \(count > 0 ? "added" : "removed") "
      + "at row \(change.new.lowerBound)"
  }

  private var json: JSONValue {
    JSONValue(sorted: [
      "same": .bool(comparison.isSame), "pixels": JSONValue(comparison.differingPixelCount),
      "furthest": JSONValue(comparison.maximumChannelDifference), "old": Self.json(of: old),
      "new": Self.json(of: new),
      "boxes": .array(
        comparison.boxes.map { box in
          [
            "left": JSONValue(box.left), "top": JSONValue(box.top),
            "width": JSONValue(box.width), "height": JSONValue(box.height),
          ]
        }),
      "rows": .array(
        rowCountChanges.map { change in
          [
            "row": JSONValue(change.new.lowerBound), "removed": JSONValue(change.old.count),
            "added": JSONValue(change.new.count),
          ]
        }),
    ])
  }

  private static func json(of picture: Bitmap) -> JSONValue {
    ["width": JSONValue(picture.width), "height": JSONValue(picture.height)]
  }
}
