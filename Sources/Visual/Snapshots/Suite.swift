/// A list of what is to be rendered and drawn, as people write it: `suite.json`.
package struct Suite: Hashable, Sendable {
  /// What its snapshots' names begin with.
  package var id: String
  package var cases: [SuiteCase]
  /// Where it was read from, to be named where it is wrong.
  package var file = Self.fileName

  package static let fileName = "suite.json"
  package static let mostCases = 10_000

  package init(id: String, cases: [SuiteCase]) {
    self.id = id
    self.cases = cases
  }
}

/// One story or page of a suite, and in which forms it is looked at.
package struct SuiteCase: Hashable, Sendable {
  package enum Source: Hashable, Sendable {
    /// A story that comes with the command.
    case demo(String)
    /// Files that make one story.
    case story([String])
    /// A page that something else made.
    case html(String)
  }

  package enum Scheme: String, Hashable, Sendable, CaseIterable {
    case light, dark
    /// For readers who ask for more contrast.
    case lightContrast = "light-contrast"
    case darkContrast = "dark-contrast"
    /// For readers whose system draws every page in its own few colours, on a light or a dark ground.
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

  package enum Direction: String, Hashable, Sendable, CaseIterable {
    /// From left to right, and from right to left.
    case ltr, rtl
  }

  package enum Medium: String, Hashable, Sendable, CaseIterable {
    case screen, print
    /// Print, broken into pages that lie next to one another.
    case paged
  }

  /// A form of output that a browser draws.
  package enum PicturedForm: String, Hashable, Sendable, CaseIterable {
    case page, fragment, card
  }

  /// What a reader does to everything at once that it can be done to.
  package enum State: String, Hashable, Sendable, CaseIterable {
    case rest, hover, focus, visited
    /// Everything that folds (`details`) is closed.
    case folded
  }

  /// What is replaced by names that stay the same, in every form of output alike.
  package enum Redaction: String, Hashable, Sendable, CaseIterable {
    case ids, dates, addresses
  }

  package var id: String
  package var source: Source
  /// More options, as `atoll render` takes them.
  package var options: [String] = []
  /// The forms of output that are kept as text.
  package var formats: [String] = []
  /// Which form of output pictures show, or nothing where there are none.
  package var picturedForm: PicturedForm? = .page
  /// Whether the accessibility tree is kept as text.
  package var keepsAccessibility = false
  package var widths = [390, 1200]
  package var schemes = [Scheme.light]
  package var directions = [Direction.ltr]
  package var media = [Medium.screen]
  package var states = [State.rest]
  /// How many pixels of the picture a CSS pixel is wide.
  package var scales = [1]
  package var styles = [Self.usualStyle]
  package var templates: String?
  package var redacts: [Redaction] = []

  /// The style whose name is left out of the names of snapshots.
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
  /// Which case of the suite it is of.
  package var caseIndex: Int
  package var kind: Kind
  package var style: String
  package var direction: SuiteCase.Direction
  package var width = 0
  package var scheme = SuiteCase.Scheme.light
  package var medium = SuiteCase.Medium.screen
  package var state = SuiteCase.State.rest
  package var scale = 1

  /// Whether a browser is needed for it.
  package var needsBrowser: Bool {
    switch kind {
    case .text: false
    case .picture, .accessibility: true
    }
  }
}

extension Suite {
  /// Everything the suite asks for, or the names that two snapshots would have.
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
        throw SnapshotError(suite.file, "'\(text)' is no name for a snapshot")
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
        for (variant, look) in variants where picturedForm != nil {
          var picture = try add("\(variant)\(suffix).png", .picture, style, direction)
          (picture.width, picture.scheme) = (look.width, look.scheme)
          (picture.medium, picture.state) = (look.medium, look.state)
          picture.scale = look.scale
          plan.append(picture)
        }
        if keepsAccessibility {
          var tree = try add("accessibility\(suffix).txt", .accessibility, style, direction)
          tree.width = widths.max() ?? 1200
          plan.append(tree)
        }
      }
    }
    return plan
  }

  private typealias Look = (
    width: Int, scheme: Scheme, medium: Medium, state: State, scale: Int
  )

  private var variants: [(name: String, look: Look)] {
    var variants: [(name: String, look: Look)] = []
    for width in widths {
      for scheme in schemes {
        for medium in media {
          for state in states {
            for scale in scales {
              let name =
                "w\(width)-\(scheme.rawValue)" + (medium == .screen ? "" : "-\(medium.rawValue)")
                + (state == .rest ? "" : "-\(state.rawValue)") + (scale == 1 ? "" : "-\(scale)x")
              variants.append((name, (width, scheme, medium, state, scale)))
            }
          }
        }
      }
    }
    return variants
  }

  /// The last part of a path, to name a style by.
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
