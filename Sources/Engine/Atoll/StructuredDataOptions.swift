import AtollBytes
import AtollComments
import AtollHTMLOutput
import AtollLayout
import AtollMarkupWriting

/// The options for the structured data (JSON-LD, schema.org) that search engines read.
public struct StructuredDataOptions: Hashable, Sendable {
  /// The kind of item that a story is described as.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// The kind that fits the story's mode and what is known about the story.
    case auto
    /// The comments of an article; the publisher's own page describes the article under the same
    /// `@id`.
    case article
    /// A thread of a forum, whose first posting is the story.
    case forum
    /// One question with its answers.
    case qa
    /// Reviews of one thing, with their mean rating.
    case review
    /// No structured data.
    case none
  }

  /// The types of things whose reviews Google shows, by their names in schema.org.
  public enum ReviewedType: String, Hashable, Sendable, CaseIterable {
    /// A book.
    case book = "Book"
    /// A season of a series.
    case creativeWorkSeason = "CreativeWorkSeason"
    /// A series.
    case creativeWorkSeries = "CreativeWorkSeries"
    /// An episode of a series.
    case episode = "Episode"
    /// A game.
    case game = "Game"
    /// An image, a video or a recording.
    case mediaObject = "MediaObject"
    /// A film; Google wants its picture, too.
    case movie = "Movie"
    /// A list of songs.
    case musicPlaylist = "MusicPlaylist"
    /// A song or an album.
    case musicRecording = "MusicRecording"
    /// An organization.
    case organization = "Organization"
    /// A product.
    case product = "Product"
    /// A recipe; Google wants its picture, too.
    case recipe = "Recipe"

    /// True if Google wants a picture of the thing; only the page that describes the thing has one.
    var needsPicture: Bool { self == .movie || self == .recipe }
  }

  /// The kind of item that every story is described as.
  public var kind = Kind.auto
  /// The type of thing that readers rate in stories with ratings; `nil` if it is unknown.
  public var reviewed: ReviewedType?
  /// The `@id` of the article or of the reviewed thing; `nil` uses the story's address.
  ///
  /// Like other addresses, it can contain the placeholders `{url}` and `{story}`: for example,
  /// `{url}#article`.
  public var subject: String?

  /// Creates the default options.
  public init() {}
}

extension Options {
  func checkStructuredData() throws(AtollError) {
    let data = structuredData
    if format == .jsonLD, data.kind == .none {
      throw AtollError(
        aboutOptions: .structuredData,
        message: "the format 'json-ld' writes only structured data, and their kind is 'none'")
    }
    if data.kind == .review, data.reviewed == nil {
      throw AtollError(
        aboutOptions: .reviewed,
        message: "structured data of reviews needs the type of what is reviewed",
        advice: "set what is reviewed to one of "
          + StructuredDataOptions.ReviewedType.allCases.map(\.rawValue).joined(separator: ", "))
    }
    if let reviewed = data.reviewed, reviewed.needsPicture, format == .page {
      throw AtollError(
        .options,
        message:
          "search engines want a picture of a \(reviewed.rawValue), and a page of comments has none",
        advice: "write the data in the format 'json-ld' for the page that describes it")
    }
  }

  /// Returns the settings for structured data; `nil` if none is written.
  func structuredDataSettings() throws(AtollError) -> StructuredDataSettings? {
    var settings = StructuredDataSettings()
    let reviewed = structuredData.reviewed?.rawValue
    switch structuredData.kind {
    case .none: return nil
    case .auto: settings.kind = nil
    case .article: settings.kind = .article
    case .forum: settings.kind = .forum
    case .qa: settings.kind = .question
    case .review: settings.kind = reviewed.map { .reviews(of: $0) }
    }
    settings.reviewedType = reviewed
    settings.isWholeOutput = format == .jsonLD
    if let subject = structuredData.subject {
      settings.subject = try Self.addressTemplate(subject, option: .subjectID)
    }
    return settings
  }
}

extension StructuredDataSettings {
  /// Returns the kind of structured data for a story, or a diagnostic that says why it has none.
  func chosenKind(
    for blocks: BlockList
  ) -> (kind: StructuredDataKind?, diagnostics: DiagnosticList) {
    var diagnostics = DiagnosticList()
    do throws(Failure) {
      return (try kind(for: blocks), diagnostics)
    } catch {
      diagnostics.add(
        .noStructuredData,
        message: "the story has no structured data of this kind: \(error.message)", at: .input)
      return (nil, diagnostics)
    }
  }
}
