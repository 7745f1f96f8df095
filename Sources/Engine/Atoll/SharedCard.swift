import AtollBodyText
import AtollBytes
package import AtollComments
import AtollEmailOutput
package import AtollHTMLOutput
import AtollLayout
import AtollMarkupWriting
import AtollTemplating

/// The templates and styles for shared cards, compiled once for all of them.
package struct CardRenderer: Sendable {
  fileprivate let renderer: Renderer
  package var options: Options { renderer.options }
  fileprivate let template: CardPageTemplate
  fileprivate let style: StyleElement

  /// Creates a renderer for shared cards, and compiles the page around the cards that `renderer`
  /// renders.
  package init(
    _ renderer: Renderer, style: Style, templates: [TemplateSource]
  ) throws(AtollError) {
    self.renderer = renderer
    var options = renderer.options
    options.format = .page
    let sheet = try PageSheet(style, for: options)
    self.style = StyleElement(css: sheet.css(), allowsImages: sheet.allowsImages)
    template = try Self.template(for: options, overrides: templates)
  }

  package static func template(
    for options: Options, overrides templates: [TemplateSource]
  ) throws(AtollError) -> CardPageTemplate {
    let settings = try options.templateSettings(.page)
    let set = try TemplateSet(overrides: templates)
    return try translatingErrors(
      of: CardPageTemplate(set, settings: settings), AtollError.init(compiling:))
  }
}

/// The files for sharing one or more comments of a story.
///
/// They are a page that links to the picture for Open Graph and Twitter cards, the page from which
/// that picture is taken, and the oEmbed data.
package struct SharedCard: Sendable {
  package static let pageFileName = "index.html"
  package static let pictureFileName = "card.png"
  package static let oEmbedFileName = "oembed.json"
  package static let beginningOfOEmbedData = #"{"version":"1.0","type":"rich""#

  /// The width in CSS pixels at which other sites embed the card.
  package static let embedWidth = 600
  /// The magnification of the card in its picture.
  private static let zoom = 2
  /// The maximum number of characters in the description, which the texts of all comments share.
  private static let descriptionLength = 200

  private let cardRenderer: CardRenderer
  private let options: Options
  private let folder: SafeURL
  private let storyAddress: SafeURL?
  private let title: String
  private let organization: String
  private let authors: [String]
  private let texts: [String]
  /// The markup of the card, with its style element.
  private let card: [UInt8]
  private let cardWithoutStyle: [UInt8]
  /// The problems found while rendering the card, such as a body that was cut.
  package let diagnostics: [Diagnostic]

  package static func isFileName(_ name: String) -> Bool {
    [pageFileName, pictureFileName, oEmbedFileName].contains(name)
  }

  /// Creates a card by rendering these comments; `address` is the address of the folder for the
  /// files.
  ///
  /// It throws an error if a comment is gone, or has neither text nor media.
  package init(
    of comments: [Position], in story: Story, at address: String, by cardRenderer: CardRenderer
  ) throws(AtollError) {
    self.cardRenderer = cardRenderer
    folder = try folderAddress(address)
    var renderer = cardRenderer.renderer
    renderer.options.focus = nil
    renderer.options.card.comments = comments
    let options = renderer.options
    self.options = options
    // The story with pseudonyms, if the options ask for them.
    let checked = try renderer.checked(story)
    let story = checked.story
    storyAddress = SafeURL(story.metadata.url, of: story.bytes)
    title = MailText.onOneLine(story.title, keepsMergeTags: true)
    organization = MailText.onOneLine(story.organization ?? "", keepsMergeTags: true)
    authors = comments.map {
      MailText.onOneLine(story.comment(at: $0).author?.name ?? "", keepsMergeTags: true)
    }
    texts = comments.map {
      options.excerpt(of: $0, in: story, upTo: Self.descriptionLength / comments.count)
    }
    for position in comments {
      if let reason = options.reasonAgainstCard(of: position, in: story) {
        let id = story.comment(at: position).id
        throw AtollError(.input, message: "the comment '\(id)' \(reason); there is no card")
      }
    }
    var workspace = Workspace()
    var bare: [UInt8] = []
    var style: OmittedStyle?
    let report = renderer.write(
      checked, using: &workspace, omitsStyle: true, styleHandler: { style = $0 }
    ) { bare.append(contentsOf: $0) }
    diagnostics = report.diagnostics
    cardWithoutStyle = bare
    if let style { bare.insert(contentsOf: style.element, at: style.offset) }
    card = bare
  }

  /// The story's title, or else the name of the first author with a name, or else the word
  /// `Comment` in the language of the card.
  private var heading: String {
    if !title.isEmpty { return title }
    return authors.first { !$0.isEmpty }
      ?? Wording(language: options.resolvedLanguage).text(.comment)
  }
  private var description: String {
    let separator = written(Wording(language: options.resolvedLanguage).appendSeparator)
    return zip(authors, texts).map { author, text in
      [author, text].filter { !$0.isEmpty }.joined(separator: separator)
    }.joined(separator: " – ")
  }

  // MARK: Pages

  package func page() -> [UInt8] {
    let (size, scale) = (options.card.size, options.card.scale)
    var values: [CardPageField: String] = [
      .title: heading, .description: description, .address: folder.string,
      .pictureAddress: folder.string + Self.pictureFileName,
      .pictureWidth: "\(size.width * scale)", .pictureHeight: "\(size.height * scale)",
      .dataAddress: folder.string + Self.oEmbedFileName,
    ]
    values[.storyAddress] = storyAddress?.string
    values[.organization] = organization.isEmpty ? nil : organization
    var out = OutputBuffer(capacity: 1 << 15)
    cardRenderer.template.write(
      values, around: cardWithoutStyle, style: cardRenderer.style, to: &out)
    return out.bytes()
  }

  /// Returns the page from which the picture is taken.
  ///
  /// - Parameter images: The files for `imageAddresses`; images that are missing here are left out.
  package func picturePage(with images: [String: ImageFile]) -> [UInt8] {
    Self.picturePage(of: card, with: images, options: options)
  }

  /// The addresses of the images that readers of the card load, without repetitions; empty unless
  /// `Options.images` is `load`.
  package var imageAddresses: [String] {
    options.images == .load ? CardMarkup(card).imageAddresses : []
  }

  /// Returns the page from which the picture of a rendered card is taken.
  ///
  /// The font size is chosen when the picture is taken. To measure the card as other sites include
  /// it, the page is also loaded into a window 1 pixel tall, to which the rules for the picture do
  /// not apply.
  package static func picturePage(
    of card: [UInt8], with images: [String: ImageFile] = [:], options: Options
  ) -> [UInt8] {
    let size = options.card.size
    // An `!important` declaration in an earlier cascade layer wins, so no theme can uncover a
    // spoiler. Links look like text, since nothing in a picture can be clicked.
    var rules =
      ".a-spoiler>*{visibility:hidden!important}.a-host{display:none!important}"
      + ".atoll a,.atoll a *{color:inherit!important;text-decoration:none!important}"
    if options.images == .load { rules += imageRules(in: size) }
    if let logo = options.card.logo {
      let side = Wording(language: options.resolvedLanguage).isRightToLeft ? "right" : "left"
      rules +=
        ".a-org{display:none!important}.a-of::before{content:''!important;"
        + "inline-size:100%!important;block-size:32px!important;margin-block-end:8px!important;"
        + "background:url(\(logo.dataURL)) "
        + "\(side)/contain no-repeat!important}"
    }
    let frame =
      "body>div{zoom:\(zoom);display:grid;overflow:hidden;"
      + "grid-template:\(size.height / zoom)px/\(size.width / zoom)px}"
      + "@layer frame,atoll;@layer frame{\(rules)}"
    var out = OutputBuffer()
    out.append("<!DOCTYPE html>\n<html lang=\"")
    out.append(verbatim: options.resolvedLanguage.tag)
    out.append("\" dir=\"")
    out.append(Wording(language: options.resolvedLanguage).isRightToLeft ? "rtl" : "ltr")
    out.append("\">\n<head>\n<meta charset=\"utf-8\">\n<title></title>\n<style>body{margin:0}")
    out.append("</style>\n<style media=\"(min-height:2px)\">")
    out.append(verbatim: frame)
    out.append("</style>\n</head>\n<body><div>")
    out.append(verbatim: CardMarkup(card).embedding(images))
    out.append("</div></body>\n</html>\n")
    return out.bytes()
  }

  /// Returns the rules for the images of comments.
  ///
  /// An image takes at most two fifths of the picture's height, and a label in its corner names its
  /// kind. In a landscape picture, the image is next to the text. If there are multiple comments,
  /// their images are hidden, since there is room only for their texts.
  private static func imageRules(in size: CardOptions.Size) -> String {
    let only = ".a-c:is(:only-child,.a-above~.a-c)"
    var rules =
      ".a-m img{max-block-size:\(size.height / zoom * 2 / 5)px!important}"
      + ".a-m a:has(img){position:relative!important;inline-size:fit-content!important;"
      + "padding:0!important;border:0!important;background:none!important}"
      + ".a-m img+span{position:absolute!important;inset:auto auto 4px 4px!important;"
      + "padding-inline:6px!important;border-radius:4px!important;background:#000c!important;"
      + "color:#fff!important;text-decoration:none!important}"
      + ".a-c:not(:only-child,.a-above~.a-c) .a-m img{display:none!important}"
    if size.width > size.height {
      let article = "\(only)>article:has(>.a-b):has(>.a-m img)"
      rules +=
        "\(article){grid-template-columns:1fr auto!important;column-gap:24px!important}"
        + "\(article)>:is(.a-to,.a-stars,.a-b){grid-column:1!important}"
        + "\(article)>.a-m{grid-area:1/2!important;align-self:center!important;margin:0!important}"
        + "\(article)>:is(.a-to,.a-stars)+.a-b~.a-m{grid-row-end:span 2!important}"
        + "\(article)>.a-to+.a-stars+.a-b~.a-m{grid-row-end:span 3!important}"
    }
    return rules
  }

  // MARK: oEmbed

  /// Returns the oEmbed data (<https://oembed.com>) for a card that is `height` CSS pixels tall.
  package func oEmbedData(height: Int) -> [UInt8] {
    let (size, scale) = (options.card.size, options.card.scale)
    var members: [JSONValue.Member] = [
      .init("version", value: "1.0"), .init("type", value: "rich"),
      .init("title", value: .string(heading)),
    ]
    if authors.count == 1, !authors[0].isEmpty {
      members.append(.init("author_name", value: .string(authors[0])))
    }
    if !organization.isEmpty {
      members.append(.init("provider_name", value: .string(organization)))
    }
    if let site { members.append(.init("provider_url", value: .string(site))) }
    members += [
      .init("thumbnail_url", value: .string(folder.string + Self.pictureFileName)),
      .init("thumbnail_width", value: JSONValue(size.width * scale)),
      .init("thumbnail_height", value: JSONValue(size.height * scale)),
      .init("width", value: JSONValue(Self.embedWidth)), .init("height", value: JSONValue(height)),
      .init("html", value: .string(String(decoding: card, as: UTF8.self))),
    ]
    return Array("\(JSONValue.object(members).serialized)\n".utf8)
  }

  /// The address of the publisher's site: the scheme and host of the story's address.
  private var site: String? {
    let parts = (storyAddress?.string ?? "").split(
      separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
    return parts.count > 2 && parts[1].isEmpty ? "\(parts[0])//\(parts[2])/" : nil
  }
}
