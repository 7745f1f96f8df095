import Atoll
import AtollBytes
import AtollSnapshots

/// A probe for effects of an edit that changes no output of the suite.
///
/// The suite's pages contain only the style rules that they use, and not every branch of a template
/// is reached. The probe therefore compares the whole style sheets, the templates themselves, and
/// renderings in several formats. These show the case's story, and also the specimen, a story with
/// every kind of block.
struct EffectProbe {
  let folder: EditedSources
  /// The compared outputs of each case without an edit, by the id of the case.
  private(set) var unedited: [String: [[UInt8]?]] = [:]

  /// The formats that are rendered besides `ansi`.
  private static let formats = ["page", "email", "atom", "text"]
  private static let specimen = "specimen"

  /// Returns whether an edit of a theme or of templates has an effect on the first case that uses
  /// the edited files.
  mutating func findsEffect(of edit: SourceEdit) -> Bool {
    let first = folder.suite.cases.first { suiteCase in
      let folders = (suiteCase.styles + [suiteCase.templates].compactMap(\.self)).map { "\($0)/" }
      return edit.hunks.contains { hunk in folders.contains(where: hunk.path.hasPrefix) }
    }
    guard let first else { return false }
    let before = unedited[first.id] ?? outputs(of: first)
    unedited[first.id] = before
    return folder.applying(edit) { outputs(of: first) } != before
  }

  private func outputs(of suiteCase: SuiteCase) -> [[UInt8]?] {
    var specimen = SuiteCase(id: suiteCase.id, source: .demo(Self.specimen))
    (specimen.styles, specimen.templates) = (suiteCase.styles, suiteCase.templates)
    return styleSheets(of: suiteCase) + templates(of: suiteCase) + renderings(of: suiteCase)
      + renderings(of: specimen)
  }

  private func renderings(of suiteCase: SuiteCase) -> [[UInt8]?] {
    let plan = folder.run.plan
    guard
      var snapshot = plan.first(where: {
        folder.run.suite.cases[$0.caseIndex].id == suiteCase.id
      })
    else { return [] }
    snapshot.file = nil
    var renderer = folder.renderer()
    var outputs: [[UInt8]?] = []
    let terminals: [SuiteCase.Terminal] = [
      .init(colors: "16"), .init(colors: "16m"), .init(colors: "16m", isDark: true),
    ]
    for style in suiteCase.styles {
      (snapshot.style, snapshot.terminal) = (style, nil)
      for format in Self.formats {
        outputs.append(try? renderer.output(of: suiteCase, as: format, for: snapshot))
      }
      for terminal in terminals {
        snapshot.terminal = terminal
        outputs.append(try? renderer.output(of: suiteCase, as: "ansi", for: snapshot))
      }
    }
    return outputs
  }

  /// Returns the whole style sheets of a case's themes.
  private func styleSheets(of suiteCase: SuiteCase) -> [[UInt8]?] {
    let renderer = folder.renderer()
    return suiteCase.styles.map { name in
      guard let style = try? renderer.style(named: name) else { return nil }
      return try? Renderer(style: style).styleSheet
    }
  }

  /// Returns the templates of a case, without comments and without white space around tags.
  private func templates(of suiteCase: SuiteCase) -> [[UInt8]?] {
    let renderer = folder.renderer()
    guard let path = suiteCase.templates.map(renderer.path),
      let templates = try? renderer.inputs.templates(in: path)
    else { return [] }
    return templates.map { Array($0.path.utf8) + Self.withoutLayout($0.bytes) }
  }

  /// Returns the text of a template without comments and white space that have no effect.
  static func withoutLayout(_ template: [UInt8]) -> [UInt8] {
    let text = template.removing(from: "{{!".utf8, through: "}}".utf8)
    var plain: [UInt8] = []
    var isAfterSpace = false
    for byte in text {
      if isHTMLSpace(byte) {
        isAfterSpace = true
        continue
      }
      if isAfterSpace, byte != UInt8(ascii: "<"), let last = plain.last, last != UInt8(ascii: ">") {
        plain.append(UInt8(ascii: " "))
      }
      isAfterSpace = false
      plain.append(byte)
    }
    return plain
  }
}
