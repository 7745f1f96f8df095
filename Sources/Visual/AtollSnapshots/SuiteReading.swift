import AtollBytes

extension Suite {
  /// Reads a suite; errors name the line or the JSON path.
  package init(_ text: [UInt8], named file: String) throws(SnapshotError) {
    let json = try Self.json(in: text, named: file)
    var reader = try SuiteObjectReader(json, of: file, at: "")
    let id = try reader.suiteID()
    let list = try reader.array("cases") ?? []
    var defaults = SuiteCase(id: "", source: .demo(""))
    try reader.readSharedKeys(into: &defaults)
    // A misspelled key may be the reason why there are no cases.
    try reader.rejectUnknownKeys()
    guard !list.isEmpty else {
      throw reader.error(at: "cases", message: "at least one case is needed")
    }
    guard list.count <= Self.maximumCaseCount else {
      throw reader.error(at: "cases", message: "there are more than \(Self.maximumCaseCount)")
    }
    var cases: [SuiteCase] = []
    for (index, entry) in list.enumerated() {
      var reader = try SuiteObjectReader(entry, of: file, at: "cases[\(index)]")
      var suiteCase = defaults
      guard let id = try reader.string("id"), !id.isEmpty else {
        throw reader.error(
          at: "id", message: "every case needs an id, with only a to z, 0 to 9, '-' and '.'")
      }
      try reader.checkName(id, at: "id")
      if let other = cases.firstIndex(where: { $0.id == id }) {
        throw reader.error(at: "id", message: "cases[\(other)] already has the id '\(id)'")
      }
      suiteCase.id = id
      suiteCase.source = try reader.source()
      if case .html = suiteCase.source {
        try reader.rejectStoryKeys()
        suiteCase.resetStoryDefaults()
      } else {
        try reader.rejectPageKeys()
      }
      try reader.readSharedKeys(into: &suiteCase)
      if suiteCase.screenshotFormat != .email {
        try reader.rejectClients(suiteCase.clients)
        suiteCase.clients = [.whole]
      }
      if case .html = suiteCase.source, let form = suiteCase.screenshotFormat, form != .page {
        throw reader.error(
          at: "pictures",
          message: "an 'html' page is shown whole; write 'page', or false for no screenshots")
      }
      if !suiteCase.files.isEmpty,
        suiteCase.formats.contains(where: { $0 != "page" }) || !suiteCase.showsPages
      {
        throw reader.error(
          at: "files", message: "with 'files', the only format is 'page', and 'pages' is needed")
      }
      try reader.rejectUnknownKeys()
      cases.append(suiteCase)
    }
    self.init(id: id, cases: cases)
    self.file = file
    contentHash = SHA256.hexadecimal(of: text)
  }

  private static func json(
    in text: [UInt8], named file: String
  ) throws(SnapshotError) -> JSONValue {
    try translatingErrors(of: JSONValue(parsing: text, repairing: true)) {
      (error: JSONError) in
      let before = text[..<min(error.offset, text.count)]
      let line = before.count { $0 == UInt8(ascii: "\n") } + 1
      let column = before.reversed().prefix { $0 != UInt8(ascii: "\n") }.count + 1
      return SnapshotError(
        "\(file):\(line):\(column)", message: "this is not JSON: \(error.reason.message)")
    }
  }
}

extension SuiteCase {
  /// True if all screenshots show whole pages.
  fileprivate var showsPages: Bool { screenshotFormat == nil || screenshotFormat == .page }

  /// Resets the defaults of the suite that apply to stories only.
  fileprivate mutating func resetStoryDefaults() {
    (options, formats, files, redactions) = ([], [], [], [])
    (styles, templates) = ([Self.defaultStyle], nil)
    if screenshotFormat != nil { screenshotFormat = .page }
  }
}

/// A reader of one object of a suite file, which rejects unknown keys.
private struct SuiteObjectReader {
  private let members: [String: JSONValue]
  private let file: String
  private let path: String
  private var knownKeys: [String] = []

  init(_ json: JSONValue, of file: String, at path: String) throws(SnapshotError) {
    self.file = file
    self.path = path
    guard let members = json.members else {
      throw SnapshotError(
        path.isEmpty ? file : "\(file) (\(path))", message: "this must be an object")
    }
    self.members = members
    var keys: Set<String> = []
    for key in json.keys where !keys.insert(key).inserted {
      throw error(at: key, message: "this key is given twice")
    }
  }

  func error(at key: String, message: String) -> SnapshotError {
    SnapshotError("\(file) (\(path.isEmpty ? key : "\(path).\(key)"))", message: message)
  }

  private mutating func value(_ key: String) -> JSONValue? {
    knownKeys.append(key)
    return members[key]
  }

  /// Returns what `convert` makes of a value; throws an error if that is `nil`.
  private mutating func read<Value>(
    _ key: String, as kind: String, by convert: (JSONValue) -> Value?
  ) throws(SnapshotError) -> Value? {
    guard let value = value(key) else { return nil }
    guard let read = convert(value) else { throw error(at: key, message: "this must be \(kind)") }
    return read
  }

  mutating func string(_ key: String) throws(SnapshotError) -> String? {
    let text = try read(key, as: "a string", by: \.string)
    if text == "" { throw error(at: key, message: "this must not be empty") }
    return text
  }

  /// Throws an error if a text cannot be the name of a snapshot or of a folder of snapshots.
  func checkName(_ name: String, at key: String) throws(SnapshotError) {
    guard SnapshotName(name) == nil else { return }
    throw error(
      at: key, message: "'\(name)' cannot be used: \(SnapshotName.problem(with: name))")
  }

  mutating func suiteID() throws(SnapshotError) -> String {
    let id = try string("suite") ?? "pages"
    try checkName(id, at: "suite")
    guard !RunRecord.isShard(runName: id) else {
      throw error(at: "suite", message: "'\(id)' would be the name of a part of a suite")
    }
    return id
  }

  mutating func flag(_ key: String) throws(SnapshotError) -> Bool? {
    try read(key, as: "true or false", by: \.bool)
  }

  mutating func array(_ key: String) throws(SnapshotError) -> [JSONValue]? {
    try read(key, as: "an array", by: \.array)
  }

  mutating func strings(_ key: String) throws(SnapshotError) -> [String]? {
    try read(key, as: "an array of strings") { $0.string.map { [$0] } ?? $0.strings }
  }

  mutating func uniqueStrings(_ key: String) throws(SnapshotError) -> [String]? {
    try strings(key).map(Self.unique)
  }

  private static func unique<Value: Hashable>(_ values: [Value]) -> [Value] {
    var known: Set<Value> = []
    return values.filter { known.insert($0).inserted }
  }

  mutating func words<Word: RawRepresentable<String> & CaseIterable & Hashable>(
    _ key: String, as: Word.Type
  ) throws(SnapshotError) -> [Word]? {
    guard let texts = try strings(key) else { return nil }
    var words: [Word] = []
    for text in texts {
      guard let word = Word(rawValue: text) else {
        let allowed = Word.allCases.map(\.rawValue).joined(separator: ", ")
        throw error(at: key, message: "'\(text)' is not one of \(allowed)")
      }
      if !words.contains(word) { words.append(word) }
    }
    return words
  }

  mutating func source() throws(SnapshotError) -> SuiteCase.Source {
    let demo = try string("demo")
    let story = try strings("story")
    let digest = try strings("digest")
    let html = try string("html")
    switch (demo, story, digest, html) {
    case (let demo?, nil, nil, nil): return .demo(demo)
    case (nil, let story?, nil, nil) where !story.isEmpty: return .story(story)
    case (nil, nil, let stories?, nil) where !stories.isEmpty: return .digest(stories)
    case (nil, nil, nil, let html?): return .html(html)
    case _:
      let keys = ["story", "digest", "html", "demo"].filter { members[$0] != nil }
      let given = keys.map { "'\($0)'" }.joined(separator: " and ")
      throw error(
        at: keys.last ?? "story",
        message: keys.count > 1
          ? "a case has only one source, and this one has \(given)"
          : "every case needs one of 'story', 'digest', 'html' and 'demo'")
    }
  }

  /// Reads the keys that both a case and the whole suite can have.
  mutating func readSharedKeys(into suiteCase: inout SuiteCase) throws(SnapshotError) {
    suiteCase.options += try strings("options") ?? []
    suiteCase.formats = try uniqueStrings("formats") ?? suiteCase.formats
    suiteCase.files = try uniqueStrings("files") ?? suiteCase.files
    suiteCase.colors = try uniqueStrings("colors") ?? suiteCase.colors
    suiteCase.columns = try numbers("columns", in: 1...10_000) ?? suiteCase.columns
    if let flag = members["pictures"]?.bool {
      knownKeys.append("pictures")
      suiteCase.screenshotFormat = flag ? .page : nil
    } else if let forms = try words("pictures", as: SuiteCase.ScreenshotFormat.self) {
      guard forms.count == 1 else {
        throw error(at: "pictures", message: "screenshots show one output format")
      }
      suiteCase.screenshotFormat = forms[0]
    }
    suiteCase.comparesAccessibilityTree =
      try flag("accessibility") ?? suiteCase.comparesAccessibilityTree
    suiteCase.schemes = try words("schemes", as: SuiteCase.Scheme.self) ?? suiteCase.schemes
    suiteCase.directions =
      try words("directions", as: SuiteCase.Direction.self) ?? suiteCase.directions
    suiteCase.media = try words("media", as: SuiteCase.Medium.self) ?? suiteCase.media
    suiteCase.states = try words("states", as: SuiteCase.State.self) ?? suiteCase.states
    suiteCase.clients = try words("clients", as: SuiteCase.Client.self) ?? suiteCase.clients
    suiteCase.styles = try uniqueStrings("styles") ?? suiteCase.styles
    if let folders = try strings("templates") {
      guard folders.count == 1 else {
        throw error(at: "templates", message: "templates are in one folder")
      }
      suiteCase.templates = folders[0]
    }
    if var root = try string("root") {
      while root.hasSuffix("/"), root != "/" { root.removeLast() }
      suiteCase.siteRoot = root
    }
    suiteCase.redactions =
      try words("redact", as: SuiteCase.Redaction.self) ?? suiteCase.redactions
    suiteCase.widths = try numbers("widths", in: 100...4000) ?? suiteCase.widths
    suiteCase.scales = try numbers("scales", in: 1...4) ?? suiteCase.scales
  }

  private mutating func numbers(
    _ key: String, in range: ClosedRange<Int>
  ) throws(SnapshotError) -> [Int]? {
    guard let list = try array(key) else { return nil }
    let numbers = list.compactMap(\.int).filter(range.contains)
    guard numbers.count == list.count else {
      throw error(
        at: key, message: "\(key) are whole numbers from \(range.lowerBound) to \(range.upperBound)"
      )
    }
    return Self.unique(numbers)
  }

  /// Throws an error if a story has keys that apply to pages only.
  func rejectPageKeys() throws(SnapshotError) {
    if members["root"] == nil { return }
    throw error(at: "root", message: "this applies to 'html' pages only")
  }

  /// Throws an error if a case without screenshots of mails has clients, apart from `whole`.
  func rejectClients(_ clients: [SuiteCase.Client]) throws(SnapshotError) {
    if members["clients"] == nil || clients == [.whole] { return }
    throw error(at: "clients", message: "only mails have them; write \"pictures\": \"email\"")
  }

  /// Throws an error if a page has keys that apply to stories only.
  func rejectStoryKeys() throws(SnapshotError) {
    let keys = [
      "colors", "columns", "files", "formats", "options", "redact", "styles", "templates",
    ]
    for key in keys where members[key] != nil {
      throw error(at: key, message: "this applies to stories only; an 'html' page is used as it is")
    }
  }

  func rejectUnknownKeys() throws(SnapshotError) {
    let unknown = members.keys.sorted().first { !knownKeys.contains($0) }
    guard let unknown else { return }
    let suggestion = nearest(to: unknown, among: knownKeys).map { "; did you mean '\($0)'?" } ?? ""
    throw error(at: unknown, message: "unknown key\(suggestion)")
  }
}
