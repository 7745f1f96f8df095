import Atoll
import AtollComments
import AtollSnapshots
import Foundation
import Synchronization
import TestSupport
import Testing

/// One reference of the suite, with the function that produces the output.
struct SnapshotCase: Sendable, CustomTestStringConvertible {
  let name: String
  let make: @Sendable () throws -> String

  var testDescription: String { name }

  init(_ name: String, _ make: @escaping @Sendable () throws -> String) {
    self.name = name
    self.make = make
  }

  var snapshotName: SnapshotName {
    get throws { try #require(SnapshotName(name), "\(name) is no name for a reference") }
  }

  static let session = SnapshotSession(
    store: SnapshotStore(folder: Repository.url("Snapshots").path),
    suite: "pages")

  /// Compares the output with its reference; a difference is stored as pending.
  func check() throws {
    let verdict = try Self.session.verify(make(), as: name)
    #expect(verdict == .matches, "\(name) \(verdict)")
  }
}

extension SnapshotCase {
  /// Renders a document in every theme and returns the markup of the first, which may differ from the others only in initials.
  ///
  /// The style sheet and its hash are removed; the style sheets have separate references.
  static func markup(
    _ document: Document, _ change: (inout Options) -> Void = { _ in }
  ) throws -> String {
    let story = try document.read()
    var options = Options()
    options.format = .fragment
    change(&options)
    var markups: [String] = []
    for theme in themes {
      let renderer = try renderer(options, theme)
      let html = String(decoding: try renderer.render(story).bytes, as: UTF8.self)
      // The traces of a theme in the markup are the class of the root, and whether there are initials.
      let plain = html.replacing(/^(<section class="atoll(?: a-card)?) k[0-9a-z]{3}/) { $0.1 }
      let bare = emptied(plain, from: "<style>", to: "</style>")
      markups.append(onLines(emptied(bare, from: "'sha256-", to: "'")))
    }
    let rest = markups.map { $0.replacing(#/ a-i-[1-6](?=[ "])| data-i="[^"]*"/#, with: "") }
    for markup in rest { try #require(markup == rest.first, "a theme changed the markup") }
    return markups.first ?? ""
  }

  /// Returns the markup from the root list on.
  static func list(
    _ document: Document, _ change: (inout Options) -> Void = { _ in }
  ) throws -> String {
    let markup = try markup(document, change)
    let start = try #require(markup.range(of: "<ol class=\"a-l"), "there is no list")
    return String(markup[start.lowerBound...])
  }

  private struct Look: Hashable {
    var options: Options
    var theme: String
  }

  /// Renderers are cached, since compiling templates takes longer than all renderings here.
  private static let renderers = Mutex<[Look: Renderer]>([:])

  private static func renderer(_ options: Options, _ theme: String) throws -> Renderer {
    let look = Look(options: options, theme: theme)
    return try renderers.withLock { known in
      if let renderer = known[look] { return renderer }
      let renderer = try Renderer(options: options, style: .embedded(theme))
      known[look] = renderer
      return renderer
    }
  }

  static let themes = ["ign", "plain"]
  /// One language of each direction.
  static let languages = ["en", "ar"]
}
