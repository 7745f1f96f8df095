/// A list of stories and pages to render and draw, as written in `suite.json`.
package struct Suite: Hashable, Sendable {
  /// The first part of the names of the suite's snapshots.
  package var id: String
  package var cases: [SuiteCase]
  /// The path of the file, for error messages.
  package var file = Self.fileName
  /// The SHA-256 of the file's content, in hexadecimal; `nil` if the suite is not from a file.
  package var contentHash: String?

  package static let fileName = "suite.json"
  package static let maximumCaseCount = 10_000

  package init(id: String, cases: [SuiteCase]) {
    self.id = id
    self.cases = cases
  }
}

/// One story or page of a suite, with the formats and views in which it is checked.
package struct SuiteCase: Hashable, Sendable {
  package enum Source: Hashable, Sendable {
    /// A built-in story.
    case demo(String)
    /// Files that make one story.
    case story([String])
    /// Story files from which a digest chooses comments.
    case digest([String])
    /// A page that another program made.
    case html(String)

    /// True if the output has comments from multiple stories.
    package var isDigest: Bool {
      switch self {
      case .digest: true
      case .demo, .story, .html: false
      }
    }
  }

  /// A color scheme with the reader's preference for contrast.
  package enum Scheme: String, Hashable, Sendable, CaseIterable {
    case light, dark
    /// For readers who ask for more contrast.
    case lightContrast = "light-contrast"
    case darkContrast = "dark-contrast"
    /// For readers whose system replaces all colors (`forced-colors`), with a light or dark
    /// background.
    case forced
    case forcedDark = "forced-dark"

    package var isDark: Bool {
      switch self {
      case .light, .lightContrast, .forced: false
      case .dark, .darkContrast, .forcedDark: true
      }
    }

    package var prefersMoreContrast: Bool {
      switch self {
      case .light, .dark, .forced, .forcedDark: false
      case .lightContrast, .darkContrast: true
      }
    }

    package var hasForcedColors: Bool {
      switch self {
      case .light, .dark, .lightContrast, .darkContrast: false
      case .forced, .forcedDark: true
      }
    }
  }

  package enum Direction: String, Hashable, Sendable, CaseIterable {
    case ltr, rtl
  }

  /// A CSS medium.
  package enum Medium: String, Hashable, Sendable, CaseIterable {
    case screen, print
    /// Print, with the pages next to one another.
    case paged
  }

  /// An output format that a browser draws.
  package enum ScreenshotFormat: String, Hashable, Sendable, CaseIterable {
    case page, fragment, card
    /// The picture that `atoll card` makes; the case's options decide its size, not `widths`.
    case cardPicture = "card-picture"
    /// The HTML of an email, decoded from its message.
    case email
  }

  /// A way in which mail clients change the HTML of an email before they show it.
  package enum Client: String, Hashable, Sendable, CaseIterable {
    /// The HTML is unchanged.
    case whole
    /// Without style sheets, and without the declarations and attributes that Gmail drops.
    case gmail
    /// Without what is dropped by Outlook for Windows, which lays out emails with Word.
    case outlookWindows = "outlook-windows"
    /// All colors are inverted.
    case inverted
    case noImages = "no-images"
  }

  /// A state of a page: for example, `hover` puts all elements that can be hovered into this state.
  package enum State: String, Hashable, Sendable, CaseIterable {
    case rest, hover, focus, visited
    /// All `details` elements are closed.
    case folded
    /// The page is on a touch screen: its pointer is coarse, and nothing can be hovered.
    case touch
  }

  /// The conditions under which a page is drawn.
  package struct View: Hashable, Sendable {
    package var width = 0
    package var scheme = Scheme.light
    package var medium = Medium.screen
    package var state = State.rest
    /// The number of screenshot pixels per CSS pixel.
    package var scale = 1
    package var client = Client.whole

    /// The part of a screenshot's name that describes the view: the width, unless it is 0, the
    /// scheme, and all other values that are not the default.
    var name: String {
      (width == 0 ? "" : "w\(width)-") + scheme.rawValue
        + (medium == .screen ? "" : "-\(medium.rawValue)")
        + (state == .rest ? "" : "-\(state.rawValue)") + (scale == 1 ? "" : "-\(scale)x")
        + (client == .whole ? "" : "-\(client.rawValue)")
    }
  }

  /// The terminal for which a text is written.
  package struct Terminal: Hashable, Sendable {
    /// The number of colors, as in `Options.terminal`: `none`, `16`, `256` or `16m`.
    package var colors: String
    /// The number of columns; `nil` for the default.
    package var columns: Int?
    package var isDark = false

    package init(colors: String, columns: Int? = nil, isDark: Bool = false) {
      (self.colors, self.columns, self.isDark) = (colors, columns, isDark)
    }

    /// The part of a text's name with every value that is not the default.
    var name: String {
      (columns.map { "-w\($0)" } ?? "") + (colors == "none" ? "" : "-\(colors)")
        + (isDark ? "-dark" : "")
    }
  }

  /// A kind of content that is replaced with stable values before a story is rendered.
  package enum Redaction: String, Hashable, Sendable, CaseIterable {
    case ids, dates, addresses
  }

  package var id: String
  package var source: Source
  /// The options for the command that makes the output: `atoll digest`, `atoll card` or
  /// `atoll render`.
  package var options: [String] = []
  /// The output formats that are compared as text.
  package var formats: [String] = []
  /// The files that are compared if a thread has linked pages, such as `page-2.html`.
  package var files: [String] = []
  /// The numbers of terminal colors for which the format `ansi` is written.
  package var colors = ["16", "16m"]
  /// The numbers of columns for which the formats `ansi` and `text` are written; empty for the
  /// default.
  package var columns: [Int] = []
  /// The output format that the screenshots show; `nil` if the case has no screenshots.
  package var screenshotFormat: ScreenshotFormat? = .page
  package var comparesAccessibilityTree = false
  package var widths = [390, 1200]
  package var schemes = [Scheme.light]
  package var directions = [Direction.ltr]
  package var media = [Medium.screen]
  package var states = [State.rest]
  /// The device pixel ratios of the screenshots: 2 draws each CSS pixel with 2×2 pixels.
  package var scales = [1]
  /// The changes that mail clients make to an email before it is drawn; each has its own
  /// screenshot.
  package var clients = [Client.whole]
  package var styles = [Self.defaultStyle]
  package var templates: String?
  /// The folder that a leading `/` stands for in the addresses of an HTML page; `nil` for the folder
  /// to which the suite's paths are relative.
  package var siteRoot: String?
  package var redactions: [Redaction] = []

  /// The default style, which is left out of the names of snapshots.
  package static let defaultStyle = "ign"

  package init(id: String, source: Source) {
    self.id = id
    self.source = source
  }
}

/// One snapshot that a suite asks for.
package struct PlannedSnapshot: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case text(format: String)
    case screenshot
    case accessibility
  }

  package var name: SnapshotName
  package var caseIndex: Int
  package var kind: Kind
  package var style: String
  package var direction: SuiteCase.Direction
  package var view = SuiteCase.View()
  /// The page that the snapshot shows, such as `page-2.html`, if the thread is split into linked
  /// pages; otherwise `nil`.
  package var file: String?
  /// The terminal that a text is written for; `nil` for the default terminal, and for all other
  /// kinds of snapshots.
  package var terminal: SuiteCase.Terminal?

  package var needsBrowser: Bool {
    switch kind {
    case .text: false
    case .screenshot, .accessibility: true
    }
  }
}

extension Suite {
  /// Returns all snapshots of the suite.
  ///
  /// Throws an error if two snapshots have the same name, or if the name of one is a folder of
  /// another.
  package func plan() throws(SnapshotError) -> [PlannedSnapshot] {
    var plan: [PlannedSnapshot] = []
    var casesByName: [String: Int] = [:]
    for index in cases.indices {
      for snapshot in try cases[index].plan(index, in: self) {
        if let other = casesByName.updateValue(index, forKey: snapshot.name.text) {
          throw SnapshotError(
            place(ofCase: index),
            message: other == index
              ? "two snapshots of this case would have the name \(snapshot.name)"
              : "the cases '\(cases[other].id)' and '\(cases[index].id)' both make \(snapshot.name)"
          )
        }
        plan.append(snapshot)
      }
    }
    for snapshot in plan {
      for folder in Self.folders(of: snapshot.name) {
        let isPending = folder.hasSuffix(SnapshotName.pendingSuffix)
        let file =
          isPending ? String(folder.dropLast(SnapshotName.pendingSuffix.utf8.count)) : folder
        guard let other = casesByName[file] else { continue }
        throw SnapshotError(
          place(ofCase: snapshot.caseIndex),
          message: "'\(cases[snapshot.caseIndex].id)' needs a folder \(folder), which is "
            + "\(isPending ? "pending output" : "a snapshot") of the case '\(cases[other].id)'")
      }
    }
    return plan
  }

  fileprivate func place(ofCase index: Int) -> String { "\(file) (cases[\(index)].id)" }

  /// Returns the folders that contain a snapshot, such as `look` and `look/demo`.
  private static func folders(of name: SnapshotName) -> [String] {
    let text = name.text
    return text.utf8.indices.filter { text.utf8[$0] == UInt8(ascii: "/") }.map {
      String(text[..<$0])
    }
  }
}

extension SuiteCase {
  fileprivate func plan(_ index: Int, in suite: Suite) throws(SnapshotError) -> [PlannedSnapshot] {
    var plan: [PlannedSnapshot] = []
    for style in styles {
      let styled =
        style == Self.defaultStyle || styles.count == 1 ? "" : "-\(Self.shortName(ofStyle: style))"
      for direction in directions {
        func add(_ leaf: String, as kind: PlannedSnapshot.Kind) throws(SnapshotError) {
          let text = "\(suite.id)/\(id)/\(leaf)"
          guard let name = SnapshotName(text) else {
            throw SnapshotError(
              suite.place(ofCase: index),
              message: "'\(text)' cannot be the name of a snapshot: "
                + SnapshotName.problem(with: text)
                + (styled.isEmpty ? "" : "; rename the folder of the theme or the case"))
          }
          plan.append(
            PlannedSnapshot(
              name: name, caseIndex: index, kind: kind, style: style, direction: direction))
        }
        for file in files.isEmpty ? [nil] : files.map(Optional.some) {
          let first = plan.count
          let suffix =
            (direction == .rtl ? "-rtl" : "") + (file.map { "-\(Self.stem(of: $0))" } ?? "")
            + styled
          for format in formats {
            for terminal in terminals(of: format) {
              let leaf = "\(format)\(terminal?.name ?? "")\(suffix).\(Self.ending(of: format))"
              try add(leaf, as: .text(format: format))
              plan[plan.count - 1].terminal = terminal
            }
          }
          for view in views where screenshotFormat != nil {
            try add("\(view.name)\(suffix).png", as: .screenshot)
            plan[plan.count - 1].view = view
          }
          if comparesAccessibilityTree {
            try add("accessibility\(suffix).txt", as: .accessibility)
            plan[plan.count - 1].view.width =
              screenshotFormat == .cardPicture ? 0 : widths.max() ?? 1200
          }
          for index in first..<plan.count { plan[index].file = file }
        }
      }
    }
    return plan
  }

  private static func stem(of file: String) -> String { String(file.prefix { $0 != "." }) }

  /// Returns the terminals that a format is written for; `nil` is the default terminal.
  ///
  /// Output with sixteen colors is written for one background only, because the terminal's owner
  /// chooses how these colors look.
  private func terminals(of format: String) -> [Terminal?] {
    let widths = columns.isEmpty ? [nil] : columns.map(Optional.some)
    switch format {
    case "text":
      return columns.isEmpty ? [nil] : widths.map { Terminal(colors: "none", columns: $0) }
    case "ansi":
      var terminals: [Terminal] = []
      for columns in widths {
        for colors in colors {
          let isFixed = colors == "none" || colors == "16"
          let backgrounds = isFixed ? [false] : Set(schemes.map(\.isDark)).sorted { !$0 && $1 }
          terminals += backgrounds.map { Terminal(colors: colors, columns: columns, isDark: $0) }
        }
      }
      return terminals
    case _: return [nil]
    }
  }

  /// The views of the screenshots: every combination of the case's values.
  private var views: [View] {
    var views = [View()]
    func vary<Value>(_ property: WritableKeyPath<View, Value>, over values: [Value]) {
      views = views.flatMap { view in
        values.map { value in
          var view = view
          view[keyPath: property] = value
          return view
        }
      }
    }
    vary(\.width, over: screenshotFormat == .cardPicture ? [0] : widths)
    vary(\.scheme, over: schemes)
    vary(\.medium, over: media)
    vary(\.state, over: states)
    vary(\.scale, over: scales)
    vary(\.client, over: clients)
    return views
  }

  /// Returns the last part of a style's path, which names the style in snapshots.
  package static func shortName(ofStyle style: String) -> String {
    style.utf8.split(separator: UInt8(ascii: "/")).last.map { String(decoding: $0, as: UTF8.self) }
      ?? style
  }

  private static func ending(of format: String) -> String {
    switch format {
    case "page", "fragment", "card": "html"
    case "json": "json"
    case "email": "eml"
    case "ansi": "ansi"
    case _: "txt"
    }
  }
}
