import Atoll
import AtollComments
import AtollRows
import Foundation

extension SnapshotCase {
  /// Output for terminals and text files: every number of colours, three widths, ASCII, scripts of both directions,
  /// deep threads.
  static let letters: [SnapshotCase] =
    colorCases + widthCases + scriptCases + languageCases + textCases

  private static let colorCases: [SnapshotCase] = [
    drawn("terminal/story.plain.ansi", of: "story") { $0.terminal.colors = .none },
    drawn("terminal/story.16.ansi", of: "story") { _ in },
    drawn("terminal/story.256-light.ansi", of: "story") {
      $0.terminal.colors = .twoHundredFiftySix
      $0.scheme = .light
    },
    drawn("terminal/story.256-dark.ansi", of: "story") {
      $0.terminal.colors = .twoHundredFiftySix
      $0.scheme = .dark
    },
    drawn("terminal/story.16m-light.ansi", of: "story") {
      $0.terminal.colors = .trueColor
      $0.scheme = .light
    },
    drawn("terminal/story.16m-dark.ansi", of: "story") {
      $0.terminal.colors = .trueColor
      $0.scheme = .dark
    },
    drawn("terminal/story.linked.ansi", of: "story") {
      $0.terminal.writesHyperlinks = true
      $0.terminal.spoilers = .show
    },
    drawn("terminal/closed.16.ansi", of: "specimen-closed") { _ in },
  ]

  private static let widthCases: [SnapshotCase] = [40, 80, 120].map { (width: Int) in
    drawn("terminal/specimen.\(width).ansi", of: "specimen") { $0.terminal.width = width }
  }

  private static let scriptCases: [SnapshotCase] = [
    drawn("terminal/specimen.ascii.ansi", of: "specimen") { $0.terminal.charset = .ascii },
    drawn("terminal/story.ja.ansi", of: "story") { $0.language = "ja" },
    drawn("terminal/story.ar.ansi", of: "story") { $0.language = "ar" },
    drawn("terminal/cjk.wide-signs.ansi", of: "specimen", branch: "cjk") {
      $0.terminal.width = 40
      $0.terminal.ambiguousWidth = 2
    },
    drawn("terminal/rtl.ansi", of: "specimen", branch: "rtl") { $0.terminal.width = 40 },
    drawn("terminal/deep.60.ansi", of: "specimen", branch: "depth-1") {
      $0.terminal.width = 60
      $0.depthCap = 64
    },
    drawn("terminal/deep.160.ansi", of: "specimen", branch: "depth-1") {
      $0.terminal.width = 160
      $0.depthCap = 64
    },
  ]

  /// A language of each other script, and the pseudo-language.
  private static let languageCases: [SnapshotCase] =
    ["el", "he", "hi", "ko", "ru", "zh-Hans", "qps"].map { (tag: String) in
      drawn("terminal/closed.\(tag.lowercased()).ansi", of: "specimen-closed") {
        $0.language = tag
        $0.terminal.width = 60
      }
    }

  private static let textCases: [SnapshotCase] = [
    drawn("text/story.txt", of: "story") { $0.format = .text },
    drawn("text/specimen.txt", of: "specimen") { $0.format = .text },
    drawn("text/closed.txt", of: "specimen-closed") { $0.format = .text },
    drawn("text/story.ascii.txt", of: "story") {
      $0.format = .text
      $0.terminal.charset = .ascii
    },
    drawn("text/story.flowed.txt", of: "story") {
      $0.format = .text
      $0.terminal.isFlowed = true
    },
    drawn("text/story.folded.txt", of: "story") {
      $0.format = .text
      $0.folding = .all
    },
  ]

  private static func drawn(
    _ name: String, of sheet: String, branch: String? = nil,
    _ change: @escaping @Sendable (inout Options) -> Void
  ) -> SnapshotCase {
    SnapshotCase(name) {
      var document = try Document(demo: sheet)
      if let branch { document = document.branch(branch) }
      var options = Options()
      options.format = .ansi
      options.now = Timestamp(milliseconds: 1_785_520_800_000)
      change(&options)
      return readable(try Renderer(options: options).render(document.read()).bytes)
    }
  }

  /// Makes escape sequences visible for reviews: ESC is written as `␛`, and `␛` as `␛␛`.
  ///
  /// The result is unambiguous, since every ESC of the writer is followed by a bracket or a backslash.
  private static func readable(_ bytes: [UInt8]) -> String {
    String(decoding: bytes, as: UTF8.self)
      .replacing("\u{241B}", with: "\u{241B}\u{241B}").replacing("\u{1B}", with: "\u{241B}")
  }
}
