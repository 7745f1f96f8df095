import AtollBodyText
import AtollBytes

/// Returns the first violation of the rules for tokens, or nil; every parser must always produce valid tokens.
///
/// Blocks contain blocks, lists contain only items, items contain blocks and text, paragraphs and headings contain
/// text, links contain no links, and every open token is closed in order.
func violation(in richText: RichText) -> String? {
  var open: [Token.Kind] = []
  var previous: Token.Kind?
  for (place, token) in richText.tokens.enumerated() {
    if token.text.end > richText.textCount { return "\(place): text out of bounds" }
    let bytes = Array(richText.bytes(of: token))
    if String(validating: bytes, as: UTF8.self) == nil { return "\(place): text is not UTF-8" }
    if let trouble = trouble(token, bytes, inside: &open, after: previous) {
      return "\(place): \(trouble)"
    }
    previous = token.kind
  }
  if !open.isEmpty { return "left open: \(open)" }
  return hasConsistentPlainness(richText) ? nil : "words that are not plain, as said"
}

/// Returns whether the words are as plain as `hasPlainWords` says.
private func hasConsistentPlainness(_ richText: RichText) -> Bool {
  !richText.hasPlainWords
    || richText.tokens.allSatisfy { token in
      token.kind != .text
        || richText.bytes(of: token).allSatisfy {
          (0x20...0x7E).contains($0) && !ActiveCharacters.contains($0)
        }
    }
}

private let closings: [Token.Kind: Token.Kind] = [
  .paragraphClose: .paragraphOpen, .headingClose: .headingOpen, .quoteClose: .quoteOpen,
  .bulletListClose: .bulletListOpen, .orderedListClose: .orderedListOpen, .itemClose: .itemOpen,
  .emphasisClose: .emphasisOpen, .strongClose: .strongOpen,
  .strikethroughClose: .strikethroughOpen, .spoilerClose: .spoilerOpen,
  .sarcasmClose: .sarcasmOpen, .linkClose: .linkOpen, .tableClose: .tableOpen,
  .rowClose: .rowOpen, .cellClose: .cellOpen,
]
private let blocks: Set<Token.Kind> = [
  .paragraphOpen, .headingOpen, .quoteOpen, .bulletListOpen, .orderedListOpen, .codeBlock,
  .thematicBreak, .tableOpen,
]
private let marks: Set<Token.Kind> = [
  .emphasisOpen, .strongOpen, .strikethroughOpen, .spoilerOpen, .sarcasmOpen, .linkOpen,
]

private func trouble(
  _ token: Token, _ bytes: [UInt8], inside open: inout [Token.Kind], after previous: Token.Kind?
) -> String? {
  let kind = token.kind
  if let opening = closings[kind] {
    return open.popLast() == opening ? nil : "\(kind) closes something else"
  }
  if kind == .linkOpen {
    guard SafeURL(bytes)?.bytes == bytes else { return "an unchecked address" }
    if open.contains(.linkOpen) { return "a link in a link" }
  }
  if kind == .linkHost, previous != .linkClose { return "a host without a link" }
  if kind == .text, bytes.isEmpty { return "empty text" }
  if let trouble = misplaced(kind, in: open.last) { return trouble }
  if closings.values.contains(kind) { open.append(kind) }
  if open.count(where: { !marks.contains($0) }) > 34 { return "blocks nest too deep" }
  if open.count(where: { marks.contains($0) }) > 18 { return "marks nest too deep" }
  return nil
}

private func misplaced(_ kind: Token.Kind, in parent: Token.Kind?) -> String? {
  let isBlock = blocks.contains(kind)
  switch parent {
  case nil, .quoteOpen: return isBlock ? nil : "\(kind) outside a paragraph"
  case .bulletListOpen, .orderedListOpen: return kind == .itemOpen ? nil : "\(kind) in a list"
  case .tableOpen: return kind == .rowOpen ? nil : "\(kind) in a table"
  case .rowOpen: return kind == .cellOpen ? nil : "\(kind) in a row"
  case .itemOpen: return kind == .itemOpen ? "an item in an item" : nil
  default: return isBlock || kind == .itemOpen ? "\(kind) in a line" : nil
  }
}
