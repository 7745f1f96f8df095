import Comments
import HTMLOutput
import Layout
import MarkupWriting

/// The options of the structured data (JSON-LD, schema.org) that search engines read.
public struct StructuredDataOptions: Hashable, Sendable {
  /// The kind of item that a story is described as.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// The kind that fits the story's mode and what is known of it.
    case auto
    /// The comments of an article, which its publisher describes under the same `@id`.
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

    /// Google wants a picture of it, which only the page that describes it has.
    var needsPicture: Bool { self == .movie || self == .recipe }
  }

  /// The kind of item that every story is described as.
  public var kind = Kind.auto
  /// The type of what readers rate in stories with ratings.
  public var reviewed: ReviewedType?
  /// The `@id` of the article or of the thing that is reviewed; `nil` is the story's address.
  ///
  /// It can have the places `{url}` and `{story}` of other addresses, for example `{url}#article`.
  public var subject: String?

  /// The defaults.
  public init() {}
}

extension Options {
  /// Throws an error if the options of structured data contradict one another or the format.
  func checkStructuredData() throws(AtollError) {
    let data = structuredData
    if format == .jsonLD, data.kind == .none {
      throw AtollError(.options, "the format 'json-ld' is structured data, and none are wanted")
    }
    if data.kind == .review, data.reviewed == nil {
      throw AtollError(
        .options, "the type of what is reviewed is not known",
        advice: "choose one of "
          + StructuredDataOptions.ReviewedType.allCases.map(\.rawValue).joined(separator: ", "))
    }
    if let reviewed = data.reviewed, reviewed.needsPicture, format == .page {
      throw AtollError(
        .options,
        "search engines want a picture of a \(reviewed.rawValue), and a page of comments has none",
        advice: "write the data in the format 'json-ld' for the page that describes it")
    }
  }

  /// Returns the settings of structured data; `nil` for none.
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
    if let subject = structuredData.subject { settings.subject = try Self.template(subject) }
    return settings
  }
}

extension Options {
  /// Writes structured data: short for the kinds `auto` and `none`.
  public var writesJSONLD: Bool {
    get { structuredData.kind != .none }
    set { structuredData.kind = newValue ? .auto : .none }
  }
}

extension StructuredDataSettings {
  /// Returns the kind of structured data of a story, or the reason why it has none.
  func chosenKind(
    for blocks: BlockList
  ) -> (kind: StructuredDataKind?, diagnostics: [Diagnostic]) {
    do throws(StructuredDataProblem) {
      return (try kind(for: blocks), [])
    } catch {
      let message = "the story has no structured data of this kind: \(error.message)"
      return (nil, [Diagnostic(.noStructuredData, message, at: .input)])
    }
  }
}
