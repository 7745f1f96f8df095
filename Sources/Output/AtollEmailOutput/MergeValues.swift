import AtollBodyText
import AtollBytes
import AtollMarkupWriting

/// One recipient's values for the sender's merge tags in double or triple braces.
///
/// Such a tag is `{{first_name}}` or, with a default, `{{first_name | default: "reader"}}`. A value
/// is always escaped for its context, even in triple braces. Users' text in an email never contains
/// such a tag, so only the sender's own words are filled in. Values are not searched for further
/// tags.
package struct MergeValues: Hashable, Sendable {
  private let values: [String: String]

  package init(_ values: [String: String]) { self.values = values }

  /// The context of a tag, which determines how its value is written.
  private enum Context {
    case words
    case address
    /// All that follows `mailto:`.
    case mailbox
    case partOfAddress
  }

  /// A tag in a text, with the name of its value.
  private struct Tag {
    var range: Range<Int>
    var name: String
    /// The text for a recipient without the value; `nil` if the tag has no default.
    var defaultValue: String?

    /// Returns the text that replaces the tag; `nil` if it has neither a value nor a default.
    func value(in values: [String: String]) -> String? {
      let value = values[name]
      return value?.isEmpty == false ? value : defaultValue ?? value
    }
  }

  private static let maximumNameLength = 64

  /// Returns the name of the sender's first tag that has neither a value nor a default; `nil` if
  /// there is none.
  package func missingName(in texts: some Sequence<[UInt8]>) -> String? {
    for text in texts {
      if let name = Self.tags(in: text).first(where: { $0.value(in: values) == nil })?.name {
        return name
      }
    }
    return nil
  }

  /// Returns the first tag in braces that cannot be filled in, such as `{{first name}}` or
  /// `{{name | upcase}}`; `nil` if there is none.
  package static func unknownTag(in texts: some Sequence<[UInt8]>) -> String? {
    for text in texts {
      let unknown = MergeText.parts(of: text).first { part in
        part.isTag && (2...3).contains(part.bytes.prefix { $0 == UInt8(ascii: "{") }.count)
          && tag(in: part.bytes, at: 0)?.range != part.bytes.indices
      }
      if let unknown { return String(decoding: unknown.bytes, as: UTF8.self) }
    }
    return nil
  }

  /// Returns the name and the value of the first tag whose value is not an `https` or `mailto`
  /// address; `nil` if all values are addresses.
  package func firstNonAddress(
    in links: some Sequence<[UInt8]>
  ) -> (name: String, value: String)? {
    for link in links {
      for tag in Self.tags(in: link) {
        guard let value = tag.value(in: values), MailHeaders.validUnsubscribeURL(value) == nil
        else {
          continue
        }
        return (tag.name, value)
      }
    }
    return nil
  }

  /// Returns whether a text has tags whose values come from recipients; other tags are filled in by
  /// a mailing service.
  package static func hasTag(_ text: [UInt8]) -> Bool { !tags(in: text).isEmpty }

  /// Returns whether the value of a tag is an `https` or `mailto` address.
  func isAddress(_ tag: [UInt8]) -> Bool {
    guard let first = Self.tags(in: tag).first, first.range == tag.indices,
      let value = first.value(in: values)
    else { return false }
    return MailHeaders.validUnsubscribeURL(value) != nil
  }

  // MARK: Filling in

  package func filled(line text: String) -> String {
    let bytes = filled(Array(text.utf8)) { _ in
      .words
    } write: { value, _ in
      Array(MailText.onOneLine(value).utf8)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns an address with the values filled in.
  ///
  /// If the whole address is one tag, its value is written as it is; otherwise values are
  /// percent-encoded.
  package func filled(address text: String) -> String {
    let all = Array(text.utf8)
    let bytes = filled(all) {
      $0.range == all.indices ? .address : .partOfAddress
    } write: {
      value, context in
      context == .address ? Array(value.utf8) : PercentEncoding.encoded(value.utf8)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Fills in the values in the text part of an email, whose lines are already broken.
  func fill(text out: inout OutputBuffer) {
    let text = out.bytes()
    replaceTags(in: &out) { tag in
      let word = text[..<tag.range.lowerBound].suffix(while: { $0 > 0x20 })
      if word.last == UInt8(ascii: "<"), text[tag.range.upperBound...].first == UInt8(ascii: ">") {
        return .address
      }
      if word.starts(with: "<mailto:".utf8) {
        return Self.isWholeMailbox(between: word, and: text[tag.range.upperBound...])
          ? .mailbox : .partOfAddress
      }
      return word.contains(bytes: "://".utf8) ? .partOfAddress : .words
    } write: { value, context in
      switch context {
      case .words: return Array(MailText.onOneLine(value).utf8)
      case .partOfAddress: return PercentEncoding.encoded(value.utf8)
      case .mailbox: return Self.encoded(mailbox: value)
      case .address:
        return SafeURL(keepingMailFields: value)?.bytes ?? Array(MailText.onOneLine(value).utf8)
      }
    }
  }

  func fill(html out: inout OutputBuffer) {
    let html = out.bytes()
    replaceTags(in: &out) {
      Self.context(of: $0, in: html)
    } write: { value, context in
      switch context {
      case .words: return escaped(line: Array(value.utf8))
      case .partOfAddress: return PercentEncoding.encoded(value.utf8)
      case .mailbox: return escaped(line: Self.encoded(mailbox: value))
      case .address:
        guard let url = SafeURL(keepingMailFields: value) else {
          return PercentEncoding.encoded(value.utf8)
        }
        return escaped(line: url.bytes)
      }
    }
  }

  private func replaceTags(
    in out: inout OutputBuffer, context: (Tag) -> Context, write: (String, Context) -> [UInt8]
  ) {
    let bytes = filled(out.bytes(), context: context, write: write)
    out.clear()
    out.append(contentsOf: bytes)
  }

  private func filled(
    _ text: [UInt8], context: (Tag) -> Context, write: (String, Context) -> [UInt8]
  ) -> [UInt8] {
    var filled: [UInt8] = []
    filled.reserveCapacity(text.count)
    var end = 0
    for tag in Self.tags(in: text) {
      guard let value = tag.value(in: values) else { continue }
      filled += text[end..<tag.range.lowerBound]
      filled += write(value, context(tag))
      end = tag.range.upperBound
    }
    return filled + text[end...]
  }

  // MARK: Finding

  private static func tags(in text: [UInt8]) -> [Tag] {
    var tags: [Tag] = []
    var index = 0
    while let open = text[index...].firstIndex(of: UInt8(ascii: "{")) {
      if let tag = tag(in: text, at: open) {
        tags.append(tag)
        index = tag.range.upperBound
      } else {
        // A tag does not begin within a longer run of braces.
        index = text[open...].firstIndex { $0 != UInt8(ascii: "{") } ?? text.endIndex
      }
    }
    return tags
  }

  /// Returns the tag that begins at `start`; `nil` if there is none.
  ///
  /// A tag is a name in double or triple braces; spaces may surround the name, and a default may
  /// follow it.
  private static func tag(in text: [UInt8], at start: Int) -> Tag? {
    let open = text[start...].prefix { $0 == UInt8(ascii: "{") }
    guard open.count == 2 || open.count == 3 else { return nil }
    var rest = text[open.endIndex...].drop { $0 == 0x20 }
    let name = rest.prefix(maximumNameLength).prefix(while: isName)
    rest = rest[name.endIndex...].drop { $0 == 0x20 }
    var tag = Tag(range: start..<start, name: String(decoding: name, as: UTF8.self))
    if rest.first == UInt8(ascii: "|") {
      guard let (value, end) = defaultValue(in: rest.dropFirst()) else { return nil }
      tag.defaultValue = value
      rest = text[end...].drop { $0 == 0x20 }
    }
    let close = rest.prefix(open.count)
    guard !name.isEmpty, close.count == open.count, close.allSatisfy({ $0 == UInt8(ascii: "}") })
    else { return nil }
    tag.range = start..<close.endIndex
    return tag
  }

  /// Returns `reader` for the filter `default: "reader"`, and the index after the filter; `nil` for
  /// any other filter.
  private static func defaultValue(in filter: ArraySlice<UInt8>) -> (String, Int)? {
    var rest = filter.drop { $0 == 0x20 }
    guard rest.starts(with: "default".utf8) else { return nil }
    rest = rest.dropFirst("default".utf8.count).drop { $0 == 0x20 }
    guard rest.first == UInt8(ascii: ":") else { return nil }
    rest = rest.dropFirst().drop { $0 == 0x20 }
    guard let quote = rest.first, "\"'".utf8.contains(quote) else { return nil }
    rest = rest.dropFirst()
    guard let end = rest.firstIndex(of: quote) else { return nil }
    return (String(decoding: rest[..<end], as: UTF8.self), end + 1)
  }

  private static func isName(_ byte: UInt8) -> Bool {
    isLetterOrDigit(byte) || "_.-".utf8.contains(byte)
  }

  /// Returns the context of a tag in HTML, based on the quotation marks around it.
  private static func context(of tag: Tag, in html: [UInt8]) -> Context {
    let before = html[..<tag.range.lowerBound].suffix(while: {
      $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: ">")
    })
    let attribute = html[..<before.startIndex].suffix(" href=\"".utf8.count)
    guard attribute.elementsEqual(" href=\"".utf8) else { return .words }
    if before.starts(with: "mailto:".utf8) {
      return isWholeMailbox(between: before, and: html[tag.range.upperBound...])
        ? .mailbox : .partOfAddress
    }
    let isWhole =
      before.isEmpty && html[tag.range.upperBound...].first == UInt8(ascii: "\"")
    return isWhole ? .address : .partOfAddress
  }

  /// Returns whether the value of a tag in a `mailto:` address includes the host, because the text
  /// around the tag has none.
  private static func isWholeMailbox(between before: ArraySlice<UInt8>, and rest: ArraySlice<UInt8>)
    -> Bool
  {
    let end = rest.prefix { $0 > 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: ">") }
    return ![before, end].contains { part in
      ["?", "@", "&#64;"].contains { part.contains(bytes: $0.utf8) }
    }
  }

  // MARK: Writing

  private static func encoded(mailbox: String) -> [UInt8] {
    PercentEncoding.encoded(mailbox.utf8) {
      PercentEncoding.isUnreserved($0) || $0 == UInt8(ascii: "@")
    }
  }
}

extension BidirectionalCollection {
  fileprivate func suffix(while isWanted: (Element) -> Bool) -> SubSequence {
    var start = endIndex
    while start > startIndex {
      let before = index(before: start)
      guard isWanted(self[before]) else { break }
      start = before
    }
    return self[start...]
  }
}
