import Arguments
import Atoll

/// The arguments of `atoll card`.
struct CardArguments: CommandArguments {
  var story = StoryArguments()
  /// The address at which the folder will be served.
  var address = ""
  /// The pixels of the picture for each CSS pixel.
  var scale = 1

  var common: CommonArguments {
    get { story.common }
    set { story.common = newValue }
  }
}

extension CommandTable {
  static let card = Command<CommandError>(
    "card", "Make a page, a picture and oEmbed data of one comment, for sharing.",
    discussion: """
      Writes a folder to be served at the address that --address names: card.png, a picture of \
      1200 by 630 pixels; index.html, a page with the comment that names the picture for Open Graph and \
      Twitter cards; and oembed.json, the comment for sites that include pages by oEmbed.

      Chromium takes the picture, with the fonts of the snapshots.
      """,
    arguments: CardArguments(),
    operand: StoryArguments.operand.at(\CardArguments.story),
    options: Array(
      joining: [
        .optional(
          "output", "DIR", as: .folder, letter: "o", to: \.story.output, group: .output,
          help: "Write this folder. It is replaced only when all files are complete."
        ).common,
        .value(
          "address", "ADDRESS", as: .text, to: \.address, group: .output,
          help: "The address at which the folder will be served, such as https://example.com/c/42/."
        ).common,
        .value(
          "scale", "N", as: .count(1...2), to: \.scale, group: .output,
          help: "The pixels of the picture for each CSS pixel: 2 gives 2400 by 1260.", default: "1"
        ).common,
      ],
      StoryArguments.input.at(\CardArguments.story),
      DisplayArguments.card.at(\CardArguments.story.display),
      DisplayArguments.moments.at(\CardArguments.story.display),
      [DisplayArguments.style, DisplayArguments.scheme, DisplayArguments.templateFolder]
        .at(\CardArguments.story.display),
      [.quiet]),
    examples: [
      Example(
        "atoll card thread.json --comment 42 --address https://example.com/c/42/ -o c/42",
        "The folder to be served at that address:"),
      Example(
        "atoll card thread.json --comment 42 --scheme dark --scale 2 "
          + "--address https://example.com/c/42/ -o c/42",
        "In dark colours, for high-density screens:"),
    ]
  ) { (arguments) throws(CommandError) in try CardRun.run(arguments) }
}
