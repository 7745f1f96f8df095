import Atoll
import AtollComments
import Foundation

extension SnapshotCase {
  /// Mails as they are sent: whole messages in each encoding, and their two parts.
  static let mails: [SnapshotCase] = [
    mail("mail/closed.eml", of: "specimen-closed") { options in
      options.format = .email
      options.mail.from = "Tidewalker – the \"Sea\" <sea@example.com>"
      options.mail.to = ["Ann <ann@example.com>"]
      options.mail.unsubscribe = ["https://example.com/u?id=1"]
      options.mail.listID = "tidewalker.comments.example.com"
      options.mail.references = ["1@example.com"]
    },
    mail("mail/cjk.eml", of: "specimen", branch: "cjk") { $0.format = .email },
    mail("mail/hebrew.eml", of: "specimen", branch: "hebrew") { $0.format = .email },
    mail("mail/story.html", of: "story") { $0.format = .emailHTML },
    mail("mail/story.ar.html", of: "story") {
      $0.format = .emailHTML
      $0.language = "ar"
    },
    mail("mail/story.dark.html", of: "story") {
      $0.format = .emailHTML
      $0.scheme = .dark
      $0.terminal.spoilers = .show
    },
    mail("mail/story.small.html", of: "story") {
      $0.format = .emailHTML
      $0.mail.maxBytes = 12_000
    },
    mail("mail/story.digest.html", of: "story") {
      $0.format = .emailHTML
      $0.since = Timestamp(milliseconds: 1_785_510_000_000)
    },
    mail("mail/story.txt", of: "story") { $0.format = .emailText },
    mail("mail/story.digest.txt", of: "story") {
      $0.format = .emailText
      $0.since = Timestamp(milliseconds: 1_785_510_000_000)
    },
    mail("mail/specimen.html", of: "specimen") {
      $0.format = .emailHTML
      $0.mail.maxBytes = nil
    },
    mail("mail/specimen.txt", of: "specimen") {
      $0.format = .emailText
      $0.mail.maxBytes = nil
    },
  ]

  private static func mail(
    _ name: String, of sheet: String, branch: String? = nil,
    _ change: @escaping @Sendable (inout Options) -> Void
  ) -> SnapshotCase {
    SnapshotCase(name) {
      var document = try Document(demo: sheet)
      if let branch { document = document.branch(branch) }
      var options = Options()
      options.now = Timestamp(milliseconds: 1_785_520_800_000)
      change(&options)
      let bytes = try Renderer(options: options).render(document.read()).bytes
      // The line ends of a message are made visible; HTML is broken into lines at its tags.
      let text = String(decoding: bytes, as: UTF8.self)
      return options.format == .emailHTML
        ? onLines(text) : text.replacing("\r\n", with: "\u{240D}\n")
    }
  }
}
