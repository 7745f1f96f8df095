import Atoll
import AtollArguments
import AtollBytes
import AtollComments
import AtollLayout
import AtollRows

/// The options that decide how a story is shown, for commands such as `render`, `rows`, `batch`,
/// `digest` and `card`.
struct DisplayArguments: Sendable {
  /// The library's options, as far as they can be set directly from the command line.
  var options = Options()
  /// The file with an earlier version of the thread; the comments in it do not count as new.
  var previousFile: String?
  var foldedIDs: [String] = []
  /// The level below which replies are folded; `Int.max` if none are.
  var foldDepth: Int?
  var foldSize: Int?
  var pseudonymKeyFile: String?
  /// The names of the authors who get no pseudonym.
  var keptNames: [String] = []
  /// The maximum number of comments on a page, if the thread is divided by comments.
  var maximumCommentsPerPage: Int?
  /// The maximum size of a page, if the thread is divided by bytes.
  var maximumBytesPerPage: Int?
  var width: Int?
  var hyperlinks = ColorChoice.auto
  var usesASCII: Bool?
  var style: String?
  var templateFolder: String?
  var localeFile: String?
  var writesCoralClasses = false
  var writesTalkClasses = false
  /// The contents of the time zone file that `--zone` names.
  var zoneFileBytes: [UInt8]?

  /// Returns the options for a format, including those that depend on the terminal.
  func options(
    for format: Options.Format?, in context: TerminalContext, color: ColorChoice
  ) throws -> Options {
    var options = try optionsWithLanguage()
    options.format = format ?? (context.isTerminal ? .ansi : .page)
    options.folding = folding
    options.foldsLongThreads = foldDepth == nil
    options.classNames = try classNames()
    options.pageLimit = try pageLimit()
    options.archive = try archiveOptions()
    setTerminalOptions(of: &options, in: context, color: color)
    if options.format == .ansi, options.scheme == .auto, let isLight = context.hasLightBackground {
      options.scheme = isLight ? .light : .dark
    }
    return options
  }

  private var folding: Folding {
    var folding = Folding.none
    if !foldedIDs.isEmpty { folding = folding.union(.comments(foldedIDs)) }
    if let foldDepth, foldDepth < .max { folding = folding.union(.below(level: foldDepth)) }
    if let foldSize { folding = folding.union(.moreReplies(than: foldSize)) }
    return folding
  }

  func classNames() throws -> Options.ClassNames {
    switch (writesCoralClasses, writesTalkClasses) {
    case (false, false): .atoll
    case (true, false): .coral
    case (false, true): .talk
    case (true, true):
      throw Failure(
        commandLine: "--coral-classes and --talk-classes cannot be used together",
        advice: "give the one whose style sheet the page uses")
    }
  }

  private func setTerminalOptions(
    of options: inout Options, in context: TerminalContext, color: ColorChoice
  ) {
    if options.format.isMail {
      // A mail is read elsewhere, so this terminal does not matter.
      options.terminal.width = width
      options.terminal.charset = usesASCII == true ? .ascii : .utf8
    } else {
      options.terminal.width = width ?? context.width(for: options.format)
      options.terminal.charset = usesASCII ?? context.needsASCII ? .ascii : .utf8
    }
    let color = ColorDecision(color, in: context.environment, isTerminal: context.isTerminal)
    options.terminal.colors = color.colors
    options.terminal.writesHyperlinks = context.writesHyperlinks(hyperlinks, color: color)
  }
}

extension TerminalContext {
  /// The maximum width of plain text in columns; longer lines are hard to read.
  private static let plainTextWidth = 72

  /// Returns the width for a format in columns, limited to the allowed range; `nil` if there is no
  /// terminal, or if its width is unknown.
  fileprivate func width(for format: Options.Format) -> Int? {
    guard let columns else { return nil }
    let widths = TerminalOptions.widths
    let width = min(max(columns, widths.lowerBound), widths.upperBound)
    return format == .text ? min(width, Self.plainTextWidth) : width
  }
}
