extension CommandTable {
  static let shard = CommandDescription(
    name: "shard", summary: "Cut a dump into pieces that can be drawn each by itself.",
    discussion: """
      Reads what mongoexport wrote of comments, archived comments, stories, users and settings, in \
      any order, plain or compressed with gzip. Writes a folder for each piece with comments.ndjson, sorted by story as batch --group \
      wants it, and beside it stories.ndjson, users.ndjson and settings.ndjson, which hold what these \
      comments need and no more. A story is in one piece only, and always in the same.

      pieces.ndjson tells how many rows and stories each piece has, to be held against the trailers.
      """,
    operand: OperandDescription(
      placeholder: "DUMP", form: .file, count: 1...10_000,
      help: "Files of rows, or a folder of .json, .ndjson and .jsonl files; - for standard input."),
    options: [
      ShardOptions.folder, ShardOptions.pieces, ShardOptions.memory, BatchOptions.maxLine,
      MessageOptions.progress,
    ],
    examples: [
      .init(line: "atoll shard dump -o pieces --pieces 64", purpose: "Into 64 pieces:"),
      .init(
        line: "atoll batch --group pieces/0000/comments.ndjson --join pieces/0000/users.ndjson",
        purpose: "One of them drawn:"),
    ])
}

/// The options of `atoll shard`.
enum ShardOptions {
  static let folder = OptionDescription(
    name: "output", letter: "o", value: .of("DIR", .folder), group: .output,
    help: "The folder to make. It gets its name when all of it is there.", defaultText: "pieces")
  static let pieces = OptionDescription(
    name: "pieces", value: .of("N", .count(1...100_000)), group: .output,
    help: "How many pieces to make.", defaultText: "one for each 256 MiB of the dump")
  static let memory = OptionDescription(
    name: "memory", value: .of("MIB", .count(8...65_536)),
    help:
      "How many mebibytes the sorting may hold; the rest waits in files. Give a large dump what the machine can spare.",
    defaultText: "96")
}
