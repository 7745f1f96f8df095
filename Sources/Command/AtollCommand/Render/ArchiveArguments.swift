import Atoll
import AtollArguments
import AtollBytes

/// The options for archives, and the heading level for fragments in pages that have
/// their own headings.
extension DisplayArguments {
  static let archive: [Option<Self>] = [
    .moment(
      "archive", to: \.options.archive.date, group: .appearance,
      help: """
        Render an archive: a banner shows this date, links to comments lead to places in the output \
        itself, and counts of hidden comments are no links.
        """),
    .optional(
      "anonymize", placeholder: "FILE", as: .file, to: \.pseudonymKeyFile, group: .appearance,
      help: """
        Replace the names of authors by pseudonyms made with the key in this file: the same person has the \
        same pseudonym in every story. Addresses that the input gave to comments are left out. Names in \
        the text of comments are not replaced.
        """),
    .list(
      "keep-name", placeholder: "NAME", as: .text, to: \.keptNames, group: .appearance,
      help: """
        With --anonymize: keep the name of this author; staff keeps those of staff, moderators, \
        administrators and experts. Can be given more than once.
        """),
  ]

  static let headingLevel = Option<Self>.value(
    "heading-level", placeholder: "N", as: .count(Options.headingLevels),
    to: \.options.headingLevel,
    group: .appearance,
    help:
      "The level of the heading of a fragment or card; names of authors are one level below it.",
    default: "2")

  /// The value of `--keep-name` that stands for all staff, moderators, administrators and experts.
  private static let staff = "staff"

  /// Returns the archive options; reads the key file.
  func archiveOptions() throws -> ArchiveOptions {
    guard let path = pseudonymKeyFile else {
      if keptNames.isEmpty { return options.archive }
      throw Failure(commandLine: "--keep-name needs --anonymize", advice: "add --anonymize FILE")
    }
    var archive = options.archive
    archive.keepsStaffNames = keptNames.contains(Self.staff)
    archive.keptNames = Set(keptNames).subtracting([Self.staff])
    archive.pseudonymKey = try StoryInput.secret(at: path, name: "key")
    return archive
  }
}
