package import AtollBodyText

package import AtollBytes
import AtollLayout

/// The headers of a message (RFC 5322).
///
/// All values are checked on initialization: none contains a line break.
package struct MailHeaders: Sendable {
  /// The values for the headers, before they are checked.
  package struct Input: Sendable {
    package var from = ""
    package var to: [String] = []
    package var replyTo = ""
    package var subject = ""
    /// Milliseconds since 1970 in UTC; if `nil`, the server that sends the message adds the date.
    package var date: Int64?
    package var messageID = ""
    /// The string from which the message id is derived if `messageID` is empty.
    ///
    /// If this is empty, too, the id comes from `commentMessageIDs`, or else from the content.
    package var messageIDSeed = ""
    package var references: [String] = []
    /// The ids of a message about one comment, for the message id and the references if none are
    /// given.
    package var commentMessageIDs: CommentMessageIDs?
    package var listID = ""
    package var listName = ""
    package var unsubscribe: [String] = []
    /// A merge tag, or an address with one, for unsubscribing.
    ///
    /// The unsubscribe link uses it rather than an address in `unsubscribe`.
    package var unsubscribeTag = ""
    /// True if the unsubscribe link uses the first address in `unsubscribe`, the recipient's own.
    ///
    /// Otherwise, the link uses the first `https` address, or else the first address.
    package var prefersFirstUnsubscribeAddress = false
    package var viewAddress = ""
    /// The address of the story, for `List-Archive`; `nil` if it is unknown.
    package var storyAddress: SafeURL?
    package var language = "en"
    /// The domain of the message id if there is no sender.
    package var host = ""

    package init() {}
  }

  /// The header lines that do not depend on the content.
  private(set) var lines: [(name: String, words: [String])] = []
  let messageID: String?
  let domain: String
  package let unsubscribeLink: MailLink?
  package let viewLink: MailLink?

  package init(_ input: Input) throws(Failure) {
    let from = input.from.isEmpty ? nil : try Self.address(input.from, for: "From")
    let to = try input.to.map { text throws(Failure) in try Self.address(text, for: "To") }
    let urls = try input.unsubscribe.map(Self.unsubscribeURL)
    let tag =
      input.unsubscribeTag.isEmpty ? nil : try Self.unsubscribeMergeText(input.unsubscribeTag)
    let address =
      urls.first { input.prefersFirstUnsubscribeAddress || $0.scheme == .https } ?? urls.first
    unsubscribeLink = tag.map { .merge($0) } ?? address.map { .url($0) }
    viewLink = input.viewAddress.isEmpty ? nil : try Self.viewLink(input.viewAddress)
    let domain = from?.domain ?? (MailText.isDomain(input.host) ? input.host : "atoll.invalid")
    self.domain = domain
    if !input.messageID.isEmpty {
      messageID = try Self.messageID(input.messageID, for: "Message-ID")
    } else if !input.messageIDSeed.isEmpty {
      messageID = "<\(MessageID(of: input.messageIDSeed).text)@\(domain)>"
    } else {
      messageID = input.commentMessageIDs.map { "<\($0.messageID)@\(domain)>" }
    }

    if let from {
      add("From", words: from.words(in: "From"))
    } else {
      // `X-Unsent` makes mail programs open the file as a draft.
      add("X-Unsent", words: ["1"])
    }
    if !to.isEmpty { add("To", words: Self.commaSeparated(to.map { $0.words(in: "To") })) }
    if !input.replyTo.isEmpty {
      add("Reply-To", words: try Self.address(input.replyTo, for: "Reply-To").words(in: "Reply-To"))
    }
    add(
      "Subject",
      words: MailText.words(of: try Self.validated(input.subject, for: "Subject"), in: "Subject"))
    if let date = input.date { add("Date", words: [MailDate.text(date)]) }
    var references = try input.references.map { text throws(Failure) in
      try Self.messageID(text, for: "References")
    }
    var parent = references.last
    if references.isEmpty, let ids = input.commentMessageIDs {
      references = ids.references.map { "<\($0)@\(domain)>" }
      parent = ids.parent.map { "<\($0)@\(domain)>" }
    }
    if let parent { add("In-Reply-To", words: [parent]) }
    if !references.isEmpty { add("References", words: references) }
    // The recipient's own address for unsubscribing comes first, since mail programs use the first
    // one.
    let unsubscribeTagText = tag.flatMap { MailLink.merge($0).headerText }
    try addListHeaders(
      of: input, unsubscribing: [unsubscribeTagText].compactMap(\.self) + urls.map(\.string))
    if let view = viewLink?.headerText { add("Archived-At", words: ["<\(view)>"]) }
    add("Auto-Submitted", words: ["auto-generated"])
    add("Content-Language", words: [try Self.validated(input.language, for: "Content-Language")])
    add("MIME-Version", words: ["1.0"])
  }

  /// Adds the headers of a mailing list (RFC 2919, RFC 2369); `unsubscribing` are the addresses for
  /// leaving the list.
  private mutating func addListHeaders(
    of input: Input, unsubscribing: [String]
  ) throws(Failure) {
    if !input.listID.isEmpty {
      let id = try Self.validated(input.listID, for: "List-Id")
      guard MailText.isDomain(id), id.utf8.contains(UInt8(ascii: ".")) else {
        throw Failure(
          .usage, message: "'\(id)' is not an id such as tidewalker.comments.example.com",
          at: "List-Id")
      }
      let name = try Self.validated(input.listName, for: "List-Id")
      add(
        "List-Id", words: (name.isEmpty ? [] : MailText.phrase(name, in: "List-Id")) + ["<\(id)>"])
      if let url = input.storyAddress, url.bytes.count <= Self.maximumURLLength {
        add("List-Archive", words: ["<\(url.string)>"])
      }
    }
    guard !unsubscribing.isEmpty else { return }
    add("List-Unsubscribe", words: Self.commaSeparated(unsubscribing.map { ["<\($0)>"] }))
    // One-click unsubscribing needs an https address.
    if unsubscribing.contains(where: { $0.hasPrefix("https:") }) {
      add("List-Unsubscribe-Post", words: ["List-Unsubscribe=One-Click"])
    }
  }

  private mutating func add(_ name: String, words: [String]) { lines.append((name, words)) }

  /// Returns the words of multiple values with commas between the values.
  private static func commaSeparated(_ values: [[String]]) -> [String] {
    var words: [String] = []
    for (index, value) in values.enumerated() {
      words += value
      if index < values.count - 1 { words[words.count - 1] += "," }
    }
    return words
  }

  // MARK: Checking

  private static func validated(_ text: String, for header: String) throws(Failure) -> String {
    guard !MailText.hasForbiddenScalar(text) else {
      throw Failure(
        .usage,
        message:
          "a line break or another control character could begin a new header; write one line",
        at: header)
    }
    return text
  }

  private static func address(
    _ text: String, for header: String
  ) throws(Failure) -> MailAddress {
    guard !text.isEmpty else {
      throw Failure(.usage, message: "there is no address", at: header)
    }
    guard let address = MailAddress(try validated(text, for: header)) else {
      throw Failure(
        .usage, message: "'\(text)' is not an address such as Name <name@example.com>", at: header,
        advice: advice(forRefused: text, of: header))
    }
    return address
  }

  private static func advice(forRefused text: String, of header: String) -> String? {
    let hasSeveralAddresses = text.utf8.count { $0 == UInt8(ascii: "@") } > 1
    let hasSeveralBrackets = text.utf8.count { $0 == UInt8(ascii: "<") } > 1
    guard hasSeveralAddresses || hasSeveralBrackets else { return nil }
    let marks = "put a name with < > or @ into quotation marks"
    return header == "To" && hasSeveralAddresses ? "give each address by itself; \(marks)" : marks
  }

  /// The maximum length in bytes of an address on one header line.
  private static let maximumURLLength = 850

  /// Returns an `https` or `mailto` address that headers may contain; `nil` for any other text.
  static func validUnsubscribeURL(_ text: String) -> SafeURL? { try? unsubscribeURL(text) }

  private static func unsubscribeURL(_ text: String) throws(Failure) -> SafeURL {
    let address = try validated(text, for: "List-Unsubscribe")
    guard !MergeText.hasLongTag(address) else {
      throw Failure(
        .usage, message: "'\(text)' has a merge tag", at: "List-Unsubscribe",
        advice: "an address with tags belongs to --unsubscribe-tag")
    }
    guard let url = SafeURL(keepingMailFields: address), url.bytes.count <= maximumURLLength,
      url.scheme != .http
    else {
      throw Failure(
        .usage, message: "'\(text)' is neither an https address nor a mailto one",
        at: "List-Unsubscribe",
        advice: SafeURL.adviceAboutSpace(in: address) { validUnsubscribeURL($0) != nil }
          ?? "a mailto address has one recipient, and after its ? only a subject and a body")
    }
    guard url.scheme != .mailto || !MailText.hasEncodedControl(url.string) else {
      throw Failure(
        .usage,
        message:
          "'\(text)' has an encoded line break or another control character, which could begin a "
          + "header in the reader's mail program", at: "List-Unsubscribe")
    }
    return url
  }

  private static func unsubscribeMergeText(_ text: String) throws(Failure) -> MergeText {
    guard let merge = MergeText(text) else {
      throw Failure(
        .usage, message: "'\(text)' is neither a merge tag nor an https address with one",
        at: "List-Unsubscribe",
        advice:
          "write a tag such as {{unsubscribe}}, *|UNSUB|* or %unsubscribe_url%; an address without "
          + "tags belongs to --unsubscribe")
    }
    return merge
  }

  private static func viewLink(_ text: String) throws(Failure) -> MailLink {
    let address = try validated(text, for: "Archived-At")
    if !MergeText.hasLongTag(address), let url = SafeURL(address), url.scheme != .mailto,
      url.bytes.count <= maximumURLLength
    {
      return .url(url)
    }
    if let merge = MergeText(address) { return .merge(merge) }
    throw Failure(
      .usage, message: "'\(text)' is neither an http or https address nor a merge tag",
      at: "Archived-At")
  }

  private static func messageID(_ text: String, for header: String) throws(Failure) -> String {
    var id = Substring(try validated(text, for: header))
    if id.hasPrefix("<"), id.hasSuffix(">") { id = id.dropFirst().dropLast() }
    let parts = id.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count == 2, id.utf8.count <= 250, MailText.isDotAtom(parts[0]),
      MailText.isDomain(parts[1])
    else {
      throw Failure(.usage, message: "'\(text)' is not an id such as 1@example.com", at: header)
    }
    return "<\(id)>"
  }
}
