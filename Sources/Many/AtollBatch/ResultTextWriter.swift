import Atoll
import AtollBytes
import AtollHashing

/// A style element of outputs, both as it is and escaped for JSON.
///
/// Escaping it only once saves half of the work for small stories.
struct ResultStyle: Sendable {
  let element: [UInt8]
  let json: [UInt8]

  init(_ element: [UInt8]) {
    self.element = element
    var json = OutputBuffer(capacity: element.count + element.count / 16)
    json.append(jsonStringContents: element.span)
    self.json = json.bytes()
  }
}

/// The style elements in one worker's outputs; there are few different ones.
final class ResultStyles {
  private var stylesBySource: [String: ResultStyle] = [:]

  private static let maximumCachedStyleCount = 1_000

  func style(of omitted: OmittedStyle) -> ResultStyle {
    if let style = stylesBySource[omitted.source] { return style }
    let style = ResultStyle(omitted.element)
    if stylesBySource.count < Self.maximumCachedStyleCount {
      stylesBySource[omitted.source] = style
    }
    return style
  }
}

/// A writer of a JSON string that contains a story's output, which comes in pieces and without its
/// style element.
struct ResultTextWriter: ~Copyable {
  private var style: ResultStyle?
  private var hasher: ContentHasher?
  /// The number of bytes still to come before the style element; `nil` if no such element is to
  /// come.
  private var bytesBeforeStyle: Int?

  init(isHashed: Bool) {
    hasher = isHashed ? ContentHasher() : nil
  }

  /// Sets the style element that is missing from the pieces, and its offset in the output.
  mutating func setOmittedStyle(_ style: ResultStyle, offset: Int) {
    self.style = style
    bytesBeforeStyle = offset
  }

  /// Appends the next piece, with the style element where it belongs.
  mutating func append(_ piece: Span<UInt8>, to output: inout OutputBuffer) {
    guard let offset = bytesBeforeStyle, let style else { return appendText(piece, to: &output) }
    guard offset <= piece.count else {
      bytesBeforeStyle = offset - piece.count
      return appendText(piece, to: &output)
    }
    bytesBeforeStyle = nil
    appendText(piece.extracting(..<offset), to: &output)
    output.append(contentsOf: style.json)
    let element = style.element
    hasher?.update(element.span)
    appendText(piece.extracting(offset...), to: &output)
  }

  private mutating func appendText(_ text: Span<UInt8>, to output: inout OutputBuffer) {
    output.append(jsonStringContents: text)
    hasher?.update(text)
  }

  /// Returns the hash of the whole output; `nil` if it is not hashed.
  mutating func takeHash() -> ContentHash? { hasher?.finish() }
}
