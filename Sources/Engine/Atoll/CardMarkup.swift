import Bytes

/// The markup of a card, split at its images.
struct CardMarkup {
  /// An image element, and the markup up to the next one.
  private struct Image {
    /// The attributes, with a space before each.
    var attributes: Substring
    /// The address, as it is written in the attribute `src`.
    var address: Substring
    var markupAfter: Substring
  }

  private let start: Substring
  private let images: [Image]

  init(_ card: [UInt8]) {
    // In text and in attributes, `<` is always escaped.
    var parts = String(decoding: card, as: UTF8.self).split(atText: "<img")
    start = parts.removeFirst()
    images = parts.map(Self.image)
  }

  /// Splits an image element from what follows it.
  private static func image(_ text: Substring) -> Image {
    var isQuoted = false
    let end =
      text.utf8.firstIndex { byte in
        if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
        return byte == UInt8(ascii: ">") && !isQuoted
      } ?? text.endIndex
    let attributes = text[..<end]
    let address = attributes.split(atText: " src=\"").dropFirst().first?.prefix { $0 != "\"" }
    return Image(
      attributes: attributes, address: address ?? "", markupAfter: text[end...].dropFirst())
  }

  /// The addresses of the images that readers load, without repetitions.
  var imageAddresses: [String] {
    var found: Set<String> = []
    return images.map(\.address).filter { $0.hasPrefix("https://") }
      .map { $0.replacing(text: "&amp;", with: "&") }.filter { found.insert($0).inserted }
  }

  /// Returns the markup with these images in it, and without all others.
  func embedding(_ files: [String: ImageFile]) -> String {
    images.reduce(into: String(start)) { markup, image in
      if let file = files[image.address.replacing(text: "&amp;", with: "&")] {
        let attributes = image.attributes
          .replacing(text: " src=\"\(image.address)\"", with: " src=\"\(file.dataURL)\"")
          // An image that is lazily loaded would not be waited for.
          .replacing(text: " loading=\"lazy\"", with: "")
        markup += "<img\(attributes)>"
      }
      markup += image.markupAfter
    }
  }
}
