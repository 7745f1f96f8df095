/// A list of stories and pages to render and draw, as written in `suite.json`.
package struct Suite: Hashable, Sendable {
  /// The first part of its snapshots' names.
  package var id: String
  package var cases: [SuiteCase]
  /// The path of the file, for error messages.
  package var file = Self.fileName

  package static let fileName = "suite.json"
  package static let mostCases = 10_000

  package init(id: String, cases: [SuiteCase]) {
    self.id = id
    self.cases = cases
  }
}

/// One story or page of a suite, with the formats and views in which it is checked.
package struct SuiteCase: Hashable, Sendable {
  /// The origin of the content.
  package enum Source: Hashable, Sendable {
    /// A built-in story.
    case demo(String)
    /// Files that make one story.
    case story([String])
    /// A page that another program made.
    case html(String)
  }

  /// A colour scheme with the reader's preference for contrast.
  package enum Scheme: String, Hashable, Sendable, CaseIterable {
    case light, dark
    /// For readers who ask for more contrast.
    case lightContrast = "light-contrast"
    case darkContrast = "dark-contrast"
    /// For readers whose system replaces all colours (`forced-colors`), on a light or a dark background.
    case forced
    case forcedDark = "forced-dark"

    package var isDark: Bool {
      switch self {
      case .light, .lightContrast, .forced: false
      case .dark, .darkContrast, .forcedDark: true
      }
    }

    package var hasContrast: Bool {
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

  /// A writing direction.
  package enum Direction: String, Hashable, Sendable, CaseIterable {
    /// Left to right, and right to left.
    case ltr, rtl
  }

  /// A CSS medium.
  package enum Medium: String, Hashable, Sendable, CaseIterable {
    case screen, print
    /// Print, broken into pages next to one another.
    case paged
  }

  /// An output format that a browser draws.
  package enum PicturedForm: String, Hashable, Sendable, CaseIterable {
    case page, fragment, card
    /// The HTML of a mail, decoded from its message.
    case email
  }

  /// A way in which mail programs change the HTML of a mail before they show it.
  package enum Client: String, Hashable, Sendable, CaseIterable {
    /// Nothing is changed.
    case whole
    /// Without style sheets, and without what Gmail drops from the tags.
    case gmail
    /// Without what Outlook for Windows drops, which lays out mails with Word.
    case outlookWindows = "outlook-windows"
    /// All colours are inverted.
    case inverted
    /// No image is loaded.
    case noImages = "no-images"
  }

  /// A state of all elements at once that can be in it.
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
    /// The pixels of the picture for each CSS pixel.
    package var scale = 1
    /// The mail program that shows a mail.
    package var client = Client.whole

    /// The name of a picture, with everything that is not usual.
    var name: String {
      "w\(width)-\(scheme.rawValue)" + (medium == .screen ? "" : "-\(medium.rawValue)")
        + (state == .rest ? "" : "-\(state.rawValue)") + (scale == 1 ? "" : "-\(scale)x")
        + (client == .whole ? "" : "-\(client.rawValue)")
    }
  }

  /// A kind of content that is replaced by stable names, in every output format.
  package enum Redaction: String, Hashable, Sendable, CaseIterable {
    case ids, dates, addresses
  }

  package var id: String
  package var source: Source
  /// Options of `atoll render`.
  package var options: [String] = []
  /// The output formats that are compared as text.
  package var formats: [String] = []
  /// The output format of the pictures, or `nil` without pictures.
  package var picturedForm: PicturedForm? = .page
  /// The accessibility tree is compared as text.
  package var keepsAccessibility = false
  package var widths = [390, 1200]
  package var schemes = [Scheme.light]
  package var directions = [Direction.ltr]
  package var media = [Medium.screen]
  package var states = [State.rest]
  /// The pixels of the picture for each CSS pixel.
  package var scales = [1]
  /// The mail programs that show the pictures of a mail.
  package var clients = [Client.whole]
  package var styles = [Self.usualStyle]
  package var templates: String?
  package var redacts: [Redaction] = []

  /// The default style, which is left out of the names of snapshots.
  package static let usualStyle = "ign"

  package init(id: String, source: Source) {
    self.id = id
    self.source = source
  }
}

/// One snapshot that a suite asks for.
package struct PlannedSnapshot: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case text(format: String)
    case picture
    case accessibility
  }

  package var name: SnapshotName
  /// The index of its case in the suite.
  package var caseIndex: Int
  package var kind: Kind
  package var style: String
  package var direction: SuiteCase.Direction
  package var view = SuiteCase.View()

  /// The snapshot needs a browser.
  package var needsBrowser: Bool {
    switch kind {
    case .text: false
    case .picture, .accessibility: true
    }
  }
}

extension Suite {
  /// Returns all snapshots of the suite; two of the same name are an error.
  package func plan() throws(SnapshotError) -> [PlannedSnapshot] {
    var plan: [PlannedSnapshot] = []
    var known: [SnapshotName: String] = [:]
    for index in cases.indices {
      for snapshot in try cases[index].plan(index, in: self) {
        if let other = known.updateValue(cases[index].id, forKey: snapshot.name) {
          throw SnapshotError(
            file, "the cases '\(other)' and '\(cases[index].id)' both make \(snapshot.name)")
        }
        plan.append(snapshot)
      }
    }
    return plan
  }
}

extension SuiteCase {
  fileprivate func plan(_ index: Int, in suite: Suite) throws(SnapshotError) -> [PlannedSnapshot] {
    var plan: [PlannedSnapshot] = []
    func add(
      _ leaf: String, _ kind: PlannedSnapshot.Kind, _ style: String, _ direction: Direction
    ) throws(SnapshotError) -> PlannedSnapshot {
      let text = "\(suite.id)/\(id)/\(leaf)"
      guard let name = SnapshotName(text) else {
        throw SnapshotError(suite.file, "'\(text)' cannot be the name of a snapshot")
      }
      return PlannedSnapshot(
        name: name, caseIndex: index, kind: kind, style: style, direction: direction)
    }
    for style in styles {
      let styled = style == Self.usualStyle || styles.count == 1 ? "" : "-\(Self.shortName(style))"
      for direction in directions {
        let suffix = (direction == .rtl ? "-rtl" : "") + styled
        for format in formats {
          let leaf = "\(format)\(suffix).\(Self.ending(of: format))"
          plan.append(try add(leaf, .text(format: format), style, direction))
        }
        for view in views where picturedForm != nil {
          var picture = try add("\(view.name)\(suffix).png", .picture, style, direction)
          picture.view = view
          plan.append(picture)
        }
        if keepsAccessibility {
          var tree = try add("accessibility\(suffix).txt", .accessibility, style, direction)
          tree.view.width = widths.max() ?? 1200
          plan.append(tree)
        }
      }
    }
    return plan
  }

  private var views: [View] {
    var views: [View] = []
    for width in widths {
      for scheme in schemes {
        for medium in media {
          for state in states {
            for scale in scales {
              for client in clients {
                views.append(
                  View(
                    width: width, scheme: scheme, medium: medium, state: state, scale: scale,
                    client: client))
              }
            }
          }
        }
      }
    }
    return views
  }

  /// Returns the last part of a path, by which a style is named.
  private static func shortName(_ style: String) -> String {
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
