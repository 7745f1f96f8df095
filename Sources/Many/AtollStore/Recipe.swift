import AtollBytes
package import AtollHashing

/// Everything besides the story that determines the bytes of an output.
package struct Recipe: Hashable, Sendable {
  package var version: String
  package var optionsHash: ContentHash
  package var templatesHash: ContentHash
  package var styleHash: ContentHash
  /// The name of the outputs' format, such as `fragment`.
  package var format: String
  /// The media type of the outputs, such as `text/html; charset=utf-8`.
  package var contentType: String

  package init(
    version: String, optionsHash: ContentHash, templatesHash: ContentHash, styleHash: ContentHash,
    format: String, contentType: String
  ) {
    self.version = version
    self.optionsHash = optionsHash
    self.templatesHash = templatesHash
    self.styleHash = styleHash
    self.format = format
    self.contentType = contentType
  }

  package var hash: ContentHash {
    let fields = [
      version, optionsHash.text, templatesHash.text, styleHash.text, format, contentType,
    ]
    return Self.hash(of: fields.map { Array($0.utf8) })
  }

  /// Returns one hash of all fields and their lengths.
  ///
  /// Without the lengths, the boundaries of the fields would be ambiguous.
  package static func hash(of fields: [[UInt8]]) -> ContentHash {
    ContentHash(of: fields.flatMap { Array("\($0.count):".utf8) + $0 })
  }
}

extension Recipe {
  /// Checks that this recipe, used for the stories that have changed, equals `current`, which was
  /// used for all others.
  func checkEqualsRecipe(ofCurrentRun current: Recipe, inStore store: String) throws {
    let reasons = changes(from: current)
    if reasons.isEmpty { return }
    // Another version can have other templates and styles, too; only the version is named then.
    let difference: String
    if current.version != version {
      difference = "atoll was \(current.version) and is \(version)"
    } else if current.format != format {
      difference = "their format is \(current.format), and that of the changes is \(format)"
    } else if let option = reasons.first(where: { $0 == .templates || $0 == .style }) {
      difference = "--\(option.rawValue) is not the same"
    } else {
      difference = "other options were given"
    }
    throw Failure(
      .usage,
      message:
        "the stories that stay were rendered in another way: \(difference); the store is unchanged",
      at: store,
      advice: current.version == version
        ? "give the options of the current run, or render all stories once, without --changes"
        : "render all stories once, without --changes")
  }

  /// Returns the parts that differ from those of an old recipe, as reasons to render a story again.
  func changes(from old: Recipe) -> [RenderReason] {
    var reasons: [RenderReason] = []
    if old.version != version { reasons.append(.version) }
    if old.optionsHash != optionsHash || old.format != format { reasons.append(.options) }
    if old.templatesHash != templatesHash { reasons.append(.templates) }
    if old.styleHash != styleHash { reasons.append(.style) }
    return reasons
  }
}
