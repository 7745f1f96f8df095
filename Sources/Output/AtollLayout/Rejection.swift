package import AtollBodyText
import AtollBytes
package import AtollComments

extension Phrase {
  /// Creates the phrase for the rule that a rejected comment broke.
  package init(_ code: RejectionReason.Code) {
    switch code {
    case .offensive: self = .reasonOffensive
    case .abusive: self = .reasonAbusive
    case .spam: self = .reasonSpam
    case .bannedWord: self = .reasonBannedWord
    case .advertising: self = .reasonAdvertising
    case .illegal: self = .reasonIllegal
    case .harassment: self = .reasonHarassment
    case .misinformation: self = .reasonMisinformation
    case .hateSpeech: self = .reasonHateSpeech
    case .irrelevant: self = .reasonIrrelevant
    }
  }
}

extension BlockList {
  /// The line with the reason for a rejection, as received: `Reason: Spam · No shops, please.`;
  /// empty if the reason is unknown.
  package var rejectionReasonLine: [UInt8] {
    guard notification?.kind == .rejected, let reason = rejection else { return [] }
    var out = OutputBuffer(capacity: 128)
    wording.append(.reasonLabel, to: &out)
    wording.language.append(wording.language.content.headlineSeparator, to: &out)
    if let code = reason.code { wording.append(Phrase(code), to: &out) }
    if reason.code != nil, !reason.explanation.isEmpty { out.append(" · ") }
    out.append(verbatim: reason.explanation)
    return reason.code == nil && reason.explanation.isEmpty ? [] : out.bytes()
  }

  /// The address of the site's rules, for the notification of a rejection; `nil` in all other
  /// renderings.
  package var rejectionGuidelines: SafeURL? { notification?.kind == .rejected ? guidelines : nil }
}
