import BodyText
import Bytes
package import Comments
import EmailOutput
import Layout
import MarkupWriting

/// The files for sharing one comment: a page that names the comment's picture for Open Graph and Twitter cards, the
/// page that the picture is taken of, and the data of oEmbed.
package struct SharedCard: Sendable {
  package static let pageName = "index.html"
  package static let pictureName = "card.png"
  package static let dataName = "oembed.json"

  /// The size of the picture in CSS pixels, the one that Open Graph and Twitter ask for.
  package static let (pictureWidth, pictureHeight) = (1200, 630)
  /// The width in CSS pixels at which other sites include the comment.
  package static let embedWidth = 600
  /// The magnification of comments in the picture, so that they can be read where it is shown small: that of the first
  /// entry with so many characters, or else the usual one.
  private static let magnifications: [(characters: Int, zoom: String)] = [
    (60, "2.6"), (240, "2.2"),
  ]
  private static let usualMagnification = "1.75"
  /// The characters of a comment that fit on the picture.
  private static let mostOnPicture = 480
  /// The characters of the comment in the description.
  private static let descriptionLength = 200

  private let options: Options
  private let folder: SafeURL
  private let story: SafeURL?
  private let title: String
  private let author: String
  private let text: String
  private let magnification: String
  /// The story to render for the picture, in which a comment that is too long for it is cut.
  package let pictured: Story

  /// Returns whether a file of this name can be one of a card.
  package static func isName(_ name: String) -> Bool {
    [pageName, pictureName, dataName].contains(name)
  }

  /// Describes the comment that the options name; `address` is that of the folder with the files.
  package init(_ options: Options, of story: Story, at address: String) throws(AtollError) {
    folder = try folderAddress(address)
    self.options = options
    self.story = SafeURL(story.facts.url, of: story.bytes)
    guard let position = try options.focusPosition(in: story) else {
      throw AtollError(.options, "a card shows one comment", advice: "name the comment")
    }
    title = MailText.line(story.title)
    author = MailText.line(story.comment(at: position).author?.name ?? "")
    text = options.excerpt(of: position, in: story, upTo: Self.descriptionLength)
    let beginning = options.excerpt(of: position, in: story, upTo: Self.mostOnPicture)
    let fitting = Self.magnifications.first { (entry) in beginning.count <= entry.characters }
    magnification = fitting?.zoom ?? Self.usualMagnification
    pictured =
      beginning.hasSuffix("…")
      ? Story(
        url: story.url, title: story.title,
        comments: [Self.comment(at: position, of: story, saying: beginning)])
      : story
  }

  private static func comment(
    at position: Position, of story: Story, saying text: String
  ) -> Comment {
    var comment = story.comment(at: position)
    comment.body = Body(text, syntax: .plain)
    return comment
  }

  private var heading: String { title.isEmpty ? author : title }
  private var description: String {
    [author, text].filter { !$0.isEmpty }.joined(separator: ": ")
  }

  // MARK: Pages

  /// Returns the page with the comment; its picture has `scale` pixels for each CSS pixel.
  package func page(with card: [UInt8], pictureScale scale: Int) -> [UInt8] {
    var out = Self.beginning(options)
    out.append("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>")
    Self.append(heading, to: &out)
    out.append("</title>\n")
    let picture = folder.string + Self.pictureName
    let members: [(key: String, value: String)] = [
      ("og:type", "website"), ("og:title", heading), ("og:description", description),
      ("og:url", folder.string), ("og:image", picture), ("og:image:type", "image/png"),
      ("og:image:width", "\(Self.pictureWidth * scale)"),
      ("og:image:height", "\(Self.pictureHeight * scale)"), ("og:image:alt", description),
    ]
    Self.append("<meta name=\"description\" content=\"", description, to: &out)
    for member in members {
      out.append("<meta property=\"")
      out.append(verbatim: member.key)
      Self.append("\" content=\"", member.value, to: &out)
    }
    out.append("<meta name=\"twitter:card\" content=\"summary_large_image\">\n")
    Self.append("<link rel=\"canonical\" href=\"", (story ?? folder).string, to: &out)
    Self.append(
      "<link rel=\"alternate\" type=\"application/json+oembed\" href=\"",
      folder.string + Self.dataName, to: &out)
    out.append("<style>body{max-width:48rem;margin:0 auto}</style>\n</head>\n<body>\n<main>\n")
    out.append(contentsOf: card)
    out.append("</main>\n</body>\n</html>\n")
    return unsafe out.withBytes { unsafe Array($0) }
  }

  /// Returns the page that the picture is taken of.
  package func picturePage(of card: [UInt8]) -> [UInt8] {
    // The card fills the inner grid, and with it the picture. Nothing overflows an element that is contained.
    Self.framed(
      card, options,
      "body,div{display:grid;grid-template-columns:100%}"
        + "body{height:\(Self.pictureHeight)px;contain:strict}"
        + "div{zoom:\(magnification)}")
  }

  /// Returns the page by which the height of the comment in other sites is measured.
  package func embedPage(of card: [UInt8]) -> [UInt8] {
    Self.framed(card, options, "")
  }

  private static func framed(_ card: [UInt8], _ options: Options, _ style: String) -> [UInt8] {
    var out = beginning(options)
    out.append("<title></title>\n<style>body{margin:0}")
    out.append(verbatim: style)
    out.append("</style>\n</head>\n<body><div>")
    out.append(contentsOf: card)
    out.append("</div></body>\n</html>\n")
    return unsafe out.withBytes { unsafe Array($0) }
  }

  private static func beginning(_ options: Options) -> OutputBuffer {
    var out = OutputBuffer()
    out.append("<!DOCTYPE html>\n<html lang=\"")
    out.append(verbatim: options.language)
    out.append("\" dir=\"")
    out.append(Wording(language: options.catalogue).isRightToLeft ? "rtl" : "ltr")
    out.append("\">\n<head>\n<meta charset=\"utf-8\">\n")
    return out
  }

  /// Appends the beginning of an element with an attribute, and the attribute's value.
  private static func append(
    _ beginning: StaticString, _ value: String, to out: inout OutputBuffer
  ) {
    out.append(beginning)
    append(value, to: &out)
    out.append("\">\n")
  }

  private static func append(_ text: String, to out: inout OutputBuffer) {
    let bytes = Array(text.utf8)
    out.appendEscaped(Slice(0..<bytes.count), of: bytes, as: .line)
  }

  // MARK: oEmbed

  /// Returns the data of oEmbed (<https://oembed.com>) for a comment that is `height` CSS pixels tall.
  package func data(with card: [UInt8], height: Int, pictureScale scale: Int) -> [UInt8] {
    var members: [JSONValue.Member] = [
      .init("version", "1.0"), .init("type", "rich"), .init("title", .string(heading)),
    ]
    if !author.isEmpty { members.append(.init("author_name", .string(author))) }
    if let story { members.append(.init("provider_url", .string(story.string))) }
    members += [
      .init("thumbnail_url", .string(folder.string + Self.pictureName)),
      .init("thumbnail_width", JSONValue(Self.pictureWidth * scale)),
      .init("thumbnail_height", JSONValue(Self.pictureHeight * scale)),
      .init("width", JSONValue(Self.embedWidth)), .init("height", JSONValue(height)),
      .init("html", .string(String(decoding: card, as: UTF8.self))),
    ]
    return Array("\(JSONValue.object(members).serialized)\n".utf8)
  }
}
