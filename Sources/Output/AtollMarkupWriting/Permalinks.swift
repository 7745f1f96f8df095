package import AtollBodyText
package import AtollBytes
import AtollComments
package import AtollLayout

/// The addresses of a story's comments, of the story, and of the output.
///
/// Coral and Talk find a comment by a parameter of the story's address, such as `?commentID=1`. If
/// the server is unknown, a comment has only its anchor in the output itself and the address that
/// the input may give.
///
/// It is a class because it is immutable and used multiple times for each comment.
package final class Permalinks: Sendable {
  /// The story's own address, or `nil` if it has none that is safe.
  package let storyAddress: SafeURL?
  /// The canonical address of the output; `nil` if there is none that is safe.
  package let canonicalAddress: SafeURL?
  package let feedAddress: SafeURL?
  /// True if a comment without another address is addressed by its anchor in the output.
  package let fallsBackToAnchors: Bool
  /// The largest length, in bytes, of the parts around a comment's id; every address repeats them,
  /// so longer ones are not used.
  private static let maximumBaseLength = 512
  /// True if a comment's address in the input takes precedence over one that is made from the
  /// story's address.
  package let prefersInputAddress: Bool
  /// The prefix of the id of a comment's element, such as `c-`.
  package let anchorPrefix: [UInt8]
  private let halves: AddressTemplate.Halves?
  private let unescapedPattern: CommentAddressPattern
  /// The pattern of the comments' addresses, escaped for an attribute.
  private let escapedPattern: CommentAddressPattern
  /// True if every comment has an address outside of the output.
  package var hasExternalAddresses: Bool { !escapedPattern.isEmpty }

  package init(
    _ list: BlockList, addresses settings: AddressSettings = .default, hasAnchors: Bool = false
  ) {
    let story = SafeURL(list.header.url, of: list.bytes)
    storyAddress = story
    canonicalAddress =
      settings.canonical == .story
      ? story : settings.canonical?.address(of: list.header, in: list.bytes, url: story)
    feedAddress = settings.feed?.address(of: list.header, in: list.bytes, url: story)
    anchorPrefix = settings.anchorPrefix
    var halves: AddressTemplate.Halves?
    switch settings.permalinks {
    case .automatic, .server:
      halves = story.flatMap { Self.halves(of: $0, on: list.header.server) }
      prefersInputAddress = true
    case .page, .none: prefersInputAddress = false
    case .template(let template):
      halves = template.halves(for: list.header, of: list.bytes, url: story)
      prefersInputAddress = false
    }
    switch settings.permalinks {
    case .automatic, .page: fallsBackToAnchors = hasAnchors
    case .server, .none, .template: fallsBackToAnchors = false
    }
    if let made = halves, made.before.count + made.after.count > Self.maximumBaseLength {
      halves = nil
    }
    self.halves = halves
    unescapedPattern = CommentAddressPattern(halves, percent: "%") { $0.append($1, of: $2) }
    escapedPattern = CommentAddressPattern(halves, percent: "&#37;") {
      $0.appendEscaped($1, of: $2, as: .line)
    }
  }

  /// The pattern of the comments' addresses in a JSON string; empty if comments have no address.
  ///
  /// These are the addresses outside of the output or, if there are none, the anchors in it.
  package var jsonAddressPattern: CommentAddressPattern {
    var halves = halves
    if halves == nil, fallsBackToAnchors {
      halves = AddressTemplate.Halves(
        before: Array("#".utf8) + anchorPrefix, after: [], isInFragment: true)
    }
    return CommentAddressPattern(halves, percent: "\\u0025") {
      $0.appendJSON($1, of: $2, as: .line)
    }
  }

  private static func halves(
    of story: SafeURL, on server: StoryMetadata.Server
  ) -> AddressTemplate.Halves? {
    let parameter: String
    switch server {
    case .talk4: parameter = "commentId="
    case .coral: parameter = "commentID="
    case .unknown: return nil
    }
    let bytes = story.bytes
    let fragment = bytes.firstIndex(of: UInt8(ascii: "#")) ?? bytes.endIndex
    let hasQuery = bytes[..<fragment].contains(UInt8(ascii: "?"))
    return AddressTemplate.Halves(
      before: Array(bytes[..<fragment]) + Array((hasQuery ? "&" : "?").utf8)
        + Array(parameter.utf8),
      after: Array(bytes[fragment...]))
  }

  /// Returns whether a comment has an address outside of the output; `permalink` is its address in
  /// the input, which may be unsafe.
  package func hasAddress(_ permalink: Slice, of bytes: [UInt8]) -> Bool {
    hasExternalAddresses
      || prefersInputAddress && !permalink.isEmpty && SafeURL(permalink, of: bytes) != nil
  }

  /// Appends the comment's address outside of the output, escaped for an attribute.
  package func append(
    _ permalink: Slice, id: Slice, isIDPlain: Bool, of bytes: [UInt8], to out: inout OutputBuffer
  ) {
    if prefersInputAddress, !permalink.isEmpty, let url = SafeURL(permalink, of: bytes) {
      url.append(to: &out)
      return
    }
    escapedPattern.append(id, isPlain: isIDPlain, of: bytes, to: &out)
  }

  /// Appends a comment's address outside of the output, unescaped, or nothing if there is none.
  package func appendUnescaped(_ view: CommentView, of bytes: [UInt8], to out: inout OutputBuffer) {
    if prefersInputAddress, !view.permalink.isEmpty, let url = SafeURL(view.permalink, of: bytes) {
      out.append(contentsOf: url.bytes)
    } else {
      unescapedPattern.append(view.id, isPlain: isPlainID(view.id, of: bytes), of: bytes, to: &out)
    }
  }

  /// Appends the id that a comment's element has in the output: a prefix such as `c-`, and the
  /// comment's id.
  ///
  /// The prefix keeps the id from having a meaning in the page around it.
  package func appendAnchor(
    _ id: Slice, isPlain: Bool, of bytes: [UInt8], to out: inout OutputBuffer
  ) {
    out.append(contentsOf: anchorPrefix)
    if isPlain { out.append(id, of: bytes) } else { appendAnchorID(id, of: bytes, to: &out) }
  }
}

/// The address of any comment of a story, with a gap for the id.
///
/// It is escaped as its place in the output requires.
package struct CommentAddressPattern: Sendable {
  private var bytes: [UInt8] = []
  /// The offset in `bytes` at which the id is inserted; 0 if comments have no address.
  private var idOffset = 0
  private var percent: StaticString = ""
  /// True if the id is in the fragment; it is then written in the form used in anchors.
  private var isIDInFragment = false

  fileprivate init(
    _ halves: AddressTemplate.Halves?, percent: StaticString,
    append: (inout OutputBuffer, Slice, [UInt8]) -> Void
  ) {
    guard let halves else { return }
    var out = OutputBuffer(capacity: halves.before.count + halves.after.count + 64)
    append(&out, Slice(halves.before.indices), halves.before)
    idOffset = out.count
    append(&out, Slice(halves.after.indices), halves.after)
    bytes = out.bytes()
    self.percent = percent
    isIDInFragment = halves.isInFragment
  }

  package var isEmpty: Bool { idOffset == 0 }

  /// Appends the address of a comment; `isPlain` says whether its id needs no encoding.
  package func append(_ id: Slice, isPlain: Bool, of source: [UInt8], to out: inout OutputBuffer) {
    if isEmpty { return }
    out.append(Slice(0..<idOffset), of: bytes)
    if isPlain {
      out.append(id, of: source)
    } else if isIDInFragment {
      appendAnchorID(id, of: source, to: &out)
    } else {
      appendPercentEncoded(id, of: source, percent: percent, to: &out)
    }
    out.append(Slice(idOffset..<bytes.count), of: bytes)
  }
}

/// Appends an id, percent-encoding every byte other than letters, digits, `-`, `_` and `.`.
package func appendPercentEncoded(
  _ id: Slice, of bytes: [UInt8], percent: StaticString, to out: inout OutputBuffer
) {
  for byte in bytes[id.range] {
    if isUnreserved(byte) {
      out.append(byte)
    } else {
      out.append(hexadecimal: byte, after: percent)
    }
  }
}

/// Appends an id in the form used in anchors.
///
/// Ids come from outside, so every byte other than letters, digits and `-` is written as `_` and
/// two hexadecimal digits.
package func appendAnchorID(_ id: Slice, of bytes: [UInt8], to out: inout OutputBuffer) {
  for byte in bytes[id.range] {
    if isAnchorByte(byte) { out.append(byte) } else { out.append(hexadecimal: byte, after: "_") }
  }
}

extension SafeURL {
  /// Appends the address, escaped for an attribute or for text.
  package func append(to out: inout OutputBuffer) {
    out.appendEscaped(bytes, as: .line)
  }
}

extension MailLink {
  /// Appends the address for an attribute: an escaped URL, or a merge tag exactly as the mailing
  /// service expects it.
  func append(to out: inout OutputBuffer) {
    switch self {
    case .url(let url): url.append(to: &out)
    case .merge(let text): out.append(contentsOf: text.markup)
    }
  }
}

/// Returns whether an id consists only of letters, digits and `-`, checking sixteen bytes at a
/// time.
///
/// - Parameter inLowercase: Whether the letters must be lowercase.
package func isPlainID(_ id: Slice, of bytes: [UInt8], inLowercase: Bool = false) -> Bool {
  guard id.end <= bytes.count else { return false }
  // This bit turns uppercase letters into lowercase ones.
  let folding: UInt8 = inLowercase ? 0 : 0x20
  let all = bytes.span
  let start = Int(id.start)
  let end = id.end
  guard end &- start >= 16 else {
    for index in start..<end where !isAnchorByte(all[index], folding: folding) { return false }
    return true
  }
  var index = start
  while index &+ 16 < end {
    guard areAnchorBytes(all, at: index, folding: folding) else { return false }
    index &+= 16
  }
  // Some of the last sixteen may have been checked before.
  return areAnchorBytes(all, at: end &- 16, folding: folding)
}

@inline(__always)
private func areAnchorBytes(
  _ bytes: Span<UInt8>, at index: Int, folding: UInt8
) -> Bool {
  let chunk = bytes.loadSigned16(at: index)
  let folded = chunk | SIMD16<Int8>(repeating: Int8(folding))
  let letters =
    (folded .> SIMD16<Int8>(repeating: 96)) .& (folded .< SIMD16<Int8>(repeating: 123))
  let digits =
    (chunk .> SIMD16<Int8>(repeating: 47)) .& (chunk .< SIMD16<Int8>(repeating: 58))
  let hyphens = chunk .== SIMD16<Int8>(repeating: 45)
  let halves = halves(of: letters .| digits .| hyphens)
  return halves.x & halves.y == .max
}

private func isAnchorByte(_ byte: UInt8, folding: UInt8 = 0x20) -> Bool {
  (byte | folding) &- 97 < 26 || isDigit(byte) || byte == UInt8(ascii: "-")
}

private func isUnreserved(_ byte: UInt8) -> Bool {
  isAnchorByte(byte) || byte == UInt8(ascii: "_") || byte == UInt8(ascii: ".")
}

extension OutputBuffer {
  fileprivate mutating func append(hexadecimal byte: UInt8, after mark: StaticString) {
    append(mark)
    append(contentsOf: uppercaseHexadecimalDigits(of: byte))
  }
}
