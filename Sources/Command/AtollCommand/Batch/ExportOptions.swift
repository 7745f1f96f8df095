import Atoll
import AtollArguments
import AtollBatch
import AtollBytes
import AtollStore

/// The options of `atoll store export` and `atoll store outbox`.
struct ExportOptions: Sendable {
  /// The pattern of file names; `nil` for the key and an ending that fits the content.
  var fileNamePattern: String?
  var content = ExportContent.outputs
  var encodings: [FileEncoding] = []
  /// The address of the exported folder; if it is set, sitemaps and a feed are written.
  var address: String?
  var title = ""
  var language = Options().language
  var feedName: String?
  var writesCounts = false
  var cacheControl = "public, max-age=300"
  var writesJSON = false

  static let options: [Option<Self>] = [
    .optional(
      "name", placeholder: "NAME", as: .text, to: \.fileNamePattern, group: .output,
      help: "The names of files, in which {key} stands for the key of a story.",
      default: "'{key}' and the ending of the format"),
    .value(
      "content", placeholder: "CONTENT", as: .word, to: \.content, group: .output,
      help: """
        What the files contain: outputs, or counts (the number of comments, for other pages to include \
        or fetch).
        """, default: ExportContent.outputs.rawValue),
    .value(
      "precompress", placeholder: "FORMS", as: .fileEncodings, to: \.encodings, group: .output,
      help: """
        Write compressed siblings of each file, which web servers send in its place: NAME.gz (gzip), \
        NAME.br (br), or both (gzip,br).
        """, default: "none"),
    .flag(
      "counts", to: \.writesCounts, group: .output,
      help: "Also write counts.json, with the number of comments for the key of each story."),
    .optional(
      "address", placeholder: "ADDRESS", as: .text, to: \.address, group: .output,
      help: """
        The address of the folder, such as https://example.com/comments/. With it, sitemap.xml and \
        feed.atom are written, and addresses are listed.
        """),
    .value(
      "title", placeholder: "TEXT", as: .text, to: \.title, group: .output,
      help: "With --address: the name of the site in the feed.",
      default: "'Latest comments' in that language"),
    .value(
      "locale", placeholder: "LANGUAGE", as: .language, to: \.language, group: .output,
      help: "With --address: the language of the feed.", default: "en"),
    .optional(
      "feeds", placeholder: "NAME", as: .text, to: \.feedName, group: .output,
      help: """
        With --address: the names of the stories' feeds, if they are in a folder below, such as \
        'feeds/{key}.atom'.
        """),
    .value(
      "cache-control", placeholder: "TEXT", as: .text, to: \.cacheControl, group: .output,
      help: "The value of Cache-Control in lists of files.", default: "'public, max-age=300'"),
    .flag(
      "json", to: \.writesJSON, group: .output,
      help: """
        Write an object for each file: its change, name, address, content type, encoding, cache control \
        and ETag.
        """),
  ]
}

extension ExportOptions {
  func settings(for run: StoredRun) throws -> ExportSettings {
    if cacheControl.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) {
      throw Failure(
        commandLine:
          "--cache-control '\(escapingInvisibles(cacheControl))' has a control character",
        advice: "give the value of the header on one line")
    }
    var settings = ExportSettings(
      name: try ExportName.parsed(from: fileName(for: run), option: "name"))
    settings.content = content
    settings.encodings = try FileEncodings(compressing: encodings)
    return settings
  }

  private func fileName(for run: StoredRun) -> String {
    if let fileNamePattern { return fileNamePattern }
    if content == .counts { return "{key}.json" }
    // The content type decides, since text that is served as HTML would be markup.
    let format = Options.Format.allCases.first { $0.contentType == run.contentType }
    return "{key}.\(format?.fileEnding ?? "txt")"
  }

  /// Returns a text that changes if an option for the sitemaps or the feed changes.
  func textOfListOptions(for run: StoredRun) -> String {
    "\([atollVersion, fileName(for: run), address ?? "", feedName ?? "", title, language])"
  }

  /// Returns `address` with a slash at its end; `nil` if it was not given.
  func folderAddress() throws -> String? {
    try address.map { address in
      try Self.folderAddress(address, option: "address")
    }
  }

  /// Returns the normalized address of a folder; errors name `option`.
  static func folderAddress(
    _ address: String, option: String
  ) throws -> String {
    try translatingErrors(of: checkedFolderAddress(address)) { (error: AtollError) in
      Failure(commandLine: "--\(option) \(error.message)", advice: error.advice)
    }
  }

  func lists(for settings: ExportSettings, _ common: CommonArguments) throws -> ExportLists {
    let countsName = writesCounts ? "counts.json" : nil
    guard let address = try folderAddress() else {
      try common.given.reject(["title", "locale", "feeds"], advice: "add --address ADDRESS") {
        "\($0) needs --address"
      }
      return ExportLists(countsName: countsName, site: nil)
    }
    let feedName = try feedName.map { name in
      try ExportName.parsed(from: name, option: "feeds")
    }
    var options = Options()
    options.language = language
    let site = try SiteLists(
      name: settings.name, address: address, feedName: feedName, title: title, options: options)
    return ExportLists(countsName: countsName, site: site)
  }
}

/// The lists that an export writes in addition to the files of stories.
struct ExportLists {
  /// The name of the file with the comment counts; `nil` if it is not written.
  let countsName: String?
  let site: SiteLists?

  func names(for run: StoredRun) -> [String] {
    [countsName].compactMap { $0 } + (site?.names(for: run) ?? [])
  }

  /// Makes all lists, and passes each of them to `add`.
  func makeLists(
    for run: StoredRun, in store: SiteStore, add: (ExportList) throws -> Void
  ) throws {
    if let countsName { try add(store.countsList(of: run, named: countsName)) }
    try site?.makeLists(for: run, in: store, add: add)
  }
}

extension ExportName {
  /// Parses the file name pattern given by an option.
  static func parsed(from text: String, option: String) throws -> ExportName {
    guard let name = ExportName(text) else {
      throw Failure(
        commandLine:
          "--\(option) '\(escapingInvisibles(text))' must contain {key} once, and no hidden, empty or very long name, "
          + "and no control character",
        advice: "for example --\(option) '{key}.html'")
    }
    return name
  }
}
