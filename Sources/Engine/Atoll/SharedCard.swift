import BodyText
import Bytes
package import Comments
import EmailOutput
package import HTMLOutput
import Layout
import MarkupWriting
import Templating

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

  /// The story's title, or else the name of the author, or the word for a comment.
  private var heading: String {
    if !title.isEmpty { return title }
    return author.isEmpty ? Wording(language: options.catalogue).text(.comment) : author
  }
  private var description: String {
    [author, text].filter { !$0.isEmpty }.joined(separator: ": ")
  }

  // MARK: Pages

  /// Returns the page around the card, which has no style element; its picture has `scale` pixels for each CSS pixel.
  package func page(
    around card: [UInt8], pictureScale scale: Int, _ style: Style, _ templates: [TemplateSource]
  ) throws(AtollError) -> [UInt8] {
    var options = options
    options.format = .page
    let sheet = try PageSheet(style, for: options)
    let template = try Self.template(options, templates)
    var values: [CardPageField: String] = [
      .title: heading, .description: description, .address: folder.string,
      .pictureAddress: folder.string + Self.pictureName,
      .pictureWidth: "\(Self.pictureWidth * scale)",
      .pictureHeight: "\(Self.pictureHeight * scale)",
      .dataAddress: folder.string + Self.dataName,
    ]
    values[.story] = story?.string
    var out = OutputBuffer(capacity: 1 << 15)
    template.write(
      values, around: card,
      StyleElement(css: sheet.css(), allowsImages: sheet.allowsImages), to: &out)
    return out.bytes()
  }

  /// Returns the compiled template of the page.
  package static func template(
    _ options: Options, _ templates: [TemplateSource]
  ) throws(AtollError) -> CardPageTemplate {
    let settings = try options.templateSettings(.page)
    do throws(TemplateErrors) {
      let set = try TemplateSet(overrides: templates.map { ($0.path, $0.bytes) })
      return try CardPageTemplate(set, settings: settings)
    } catch {
      throw AtollError(error)
    }
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
    var out = OutputBuffer()
    out.append("<!DOCTYPE html>\n<html lang=\"")
    out.append(verbatim: options.catalogue.tag)
    out.append("\" dir=\"")
    out.append(Wording(language: options.catalogue).isRightToLeft ? "rtl" : "ltr")
    out.append("\">\n<head>\n<meta charset=\"utf-8\">\n<title></title>\n<style>body{margin:0}")
    out.append(verbatim: style)
    out.append("</style>\n</head>\n<body><div>")
    out.append(contentsOf: card)
    out.append("</div></body>\n</html>\n")
    return out.bytes()
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
