import Atoll
import AtollArguments
import AtollBytes
import AtollComments

struct CardArguments: CommandArguments {
  var story = StoryArguments()
  /// The address at which the folder will be served.
  var address = ""
  var card = CardOptions()
  /// The value of `--top`; `nil` if it was not given.
  var topCount: Int?
  /// The path of the publisher's logo; `nil` to show the publisher's name instead.
  var logo: String?

  init() { story.display.options.maxBodyBytes = CardOptions.defaultMaxBodyBytes }

  var common: CommonArguments {
    get { story.common }
    set { story.common = newValue }
  }

  /// The maximum number of comments chosen from each story.
  var maximumCommentCount: Int { topCount ?? CardOptions.maximumCommentCount }

  /// Throws an error if the arguments choose no comment, contradict each other, or choose more
  /// comments than a picture has room for.
  func checkChoice() throws {
    let choosesBest = topCount != nil || card.commentChoice == .top
    if choosesBest, story.display.options.focus != nil {
      throw Failure(
        commandLine:
          "--comment names the only comment, and --top and --layout top choose the best ones",
        advice: "leave one of them out")
    }
    if choosesBest {
      try story.common.given.reject(["ancestors"], advice: "add --comment ID") {
        "\($0) is for the card of one comment that --comment names"
      }
      if let form = story.form, form.databaseServer != nil {
        throw Failure(
          commandLine: "--from \(form.rawValue) are rows, and --top and --layout top need stories",
          advice: "make a card of one comment: --story ID --comment ID")
      }
    }
    if card.commentChoice == .top, maximumCommentCount > CardOptions.maximumCommentCount {
      throw Failure(
        commandLine: "a picture has room for \(CardOptions.maximumCommentCount) comments",
        advice: "leave out --layout top for a card of each")
    }
    if !choosesBest, story.display.options.focus == nil {
      throw Failure(
        commandLine: "which comment is the card about?",
        advice: "add --comment ID, or --top N for the best ones")
    }
  }

  /// Returns the options for the library; reads the logo file.
  func options(in context: TerminalContext) throws -> Options {
    var story = story
    story.format = .rendering(.card)
    var options = try story.options(in: context)
    options.card = card
    if options.focus == nil { options.card.comments = [] }
    guard let logo else { return options }
    options.card.logo = try StyleInputs.logo(at: logo)
    return options
  }
}

extension CardArguments {
  /// Creates the arguments of `atoll card` from these words, for the cases of a snapshot suite.
  init(parsing words: [String]) throws {
    self.init()
    common.given = try Self.options.parse(words, into: &self, operand: nil)
  }

  static let options = Array(
    joining: [
      .optional(
        "output", placeholder: "DIR", as: .folder, letter: "o", to: \Self.story.output,
        group: .output,
        help: """
          Write this folder. It is replaced only when all files are complete. With --top and --layout top, this is \
          true of each card's folder; earlier cards of the stories are written again, or removed if the \
          comment is gone.
          """
      ).markedAsCommon.markedAsOutputPath,
      .value(
        "address", placeholder: "ADDRESS", as: .text, to: \.address, group: .output,
        help: "The address at which the folder will be served, such as https://example.com/c/42/."
      ).markedAsCommon,
      .value(
        "size", placeholder: "SIZE", as: .word, to: \.card.size, group: .output,
        help: "The size of the picture in pixels.", default: "1200x630"
      ).markedAsCommon,
      .value(
        "scale", placeholder: "N", as: .count(1...2), to: \.card.scale, group: .output,
        help: "The pixels of the picture for each of its size: 2 gives 2400 by 1260.", default: "1"
      ),
      .optional(
        "top", placeholder: "N", as: .count(1...1000), to: \.topCount, group: .comments,
        help: """
          Make a card for each of the N most liked comments of each story, in DIR/STORY/COMMENT. Every \
          file is a story; a file whose name ends in .ndjson or .jsonl has one on each line, and so may \
          standard input.
          """
      ).markedAsCommon,
      .value(
        "layout", placeholder: "LAYOUT", as: .word, to: \.card.commentChoice, group: .appearance,
        help: """
          One comment (comment), or the three most liked ones of each story in one picture, in DIR/STORY \
          (top).
          """,
        default: "comment"),
      .optional(
        "logo", placeholder: "FILE", as: .file, to: \.logo, group: .appearance,
        help: "The publisher's mark, a PNG, JPEG, GIF or WebP picture, in place of the name."),
    ],
    StoryArguments.input.nested(at: \Self.story),
    StoryArguments.display(
      DisplayArguments.commentOfCard,
      [DisplayArguments.maxBodyBytes(default: CardOptions.defaultMaxBodyBytes)],
      DisplayArguments.localeAndDates,
      [
        DisplayArguments.style, DisplayArguments.schemeOfDocument, DisplayArguments.templateFolder,
        DisplayArguments.images,
      ]
    ).nested(at: \Self.story),
    [.quiet])
}

extension CommandTable {
  static let card = Command(
    "card", summary: "Make a page, a picture and oEmbed data of one comment, for sharing.",
    arguments: CardArguments(),
    operand: StoryArguments.operand.nested(at: \CardArguments.story),
    options: CardArguments.options
  ) { arguments in try CardRun.run(arguments) }
}
