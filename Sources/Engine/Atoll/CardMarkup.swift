import AtollBytes

/// The markup of a card, split at its images.
struct CardMarkup {
  /// An image element, and the markup up to the next one.
  private struct Image {
    /// The attributes, with a space before each.
    var attributes: Substring
    /// The address, as it is written in the attribute `src`.
    var source: Substring
    var markupAfter: Substring

    var address: String {
      String(decoding: decodingCharacterReferences(of: Array(source.utf8)), as: UTF8.self)
    }
    /// The words for readers who do not see the image, as they are written in the attribute `alt`.
    var description: Substring {
      attributes.split(atText: " alt=\"").dropFirst().first?.prefix { $0 != "\"" } ?? ""
    }
    /// The markup after the image, for a card without the image: the image's description takes the
    /// place of the empty words of its media.
    var markupAfterMissingImage: String {
      let parts = markupAfter.split(atText: "<bdi></bdi>")
      guard parts.count > 1, !description.isEmpty else { return String(markupAfter) }
      return parts[0] + "<bdi>\(description)</bdi>"
        + parts.dropFirst().joined(separator: "<bdi></bdi>")
    }
    /// True if the image is on a server; the browser that takes the picture does not load such
    /// images.
    var isRemote: Bool { source.hasPrefix("https://") }
  }

  private let markupBeforeImages: Substring
  private let images: [Image]

  init(_ card: [UInt8]) {
    // In text and in attributes, `<` is always escaped.
    var parts = String(decoding: card, as: UTF8.self).split(atText: "<img")
    markupBeforeImages = parts.removeFirst()
    images = parts.map(Self.image)
  }

  private static func image(_ text: Substring) -> Image {
    var isQuoted = false
    let end =
      text.utf8.firstIndex { byte in
        if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
        return byte == UInt8(ascii: ">") && !isQuoted
      } ?? text.endIndex
    let attributes = text[..<end]
    let source = attributes.split(atText: " src=\"").dropFirst().first?.prefix { $0 != "\"" }
    return Image(
      attributes: attributes, source: source ?? "", markupAfter: text[end...].dropFirst())
  }

  /// The addresses of the images from servers, without repetitions.
  var imageAddresses: [String] {
    var found: Set<String> = []
    return images.filter(\.isRemote).map(\.address).filter { found.insert($0).inserted }
  }

  /// Returns the markup with these images, keyed by address, embedded in it; all other images from
  /// servers are left out.
  func embedding(_ files: [String: ImageFile]) -> String {
    images.reduce(into: String(markupBeforeImages)) { markup, image in
      if let file = files[image.address] {
        let attributes = image.attributes
          .replacing(text: " src=\"\(image.source)\"", with: " src=\"\(file.dataURL)\"")
          // The browser does not wait for images that are loaded lazily.
          .replacing(text: " loading=\"lazy\"", with: "")
        markup += "<img\(attributes)>"
      } else if image.isRemote {
        markup += image.markupAfterMissingImage
        return
      } else {
        markup += "<img\(image.attributes)>"
      }
      markup += image.markupAfter
    }
  }
}
