import Bytes
import Comments

/// Makes a `Story` of bytes, whatever of the known shapes they have.
package enum StoryDecoder {
  /// Decodes inputs that belong together: pages of a response, or the collections of a database.
  ///
  /// Without `shape` the structure of the JSON decides. `storyID` picks one story where the input
  /// holds several.
  package static func decode(
    _ inputs: consuming [InputFile], as shape: InputShape? = nil, storyID: String? = nil
  ) throws(DecodingError) -> DecodedStory {
    var memory = DecodingMemory()
    return try decode(inputs, as: shape, storyID: storyID, in: &memory)
  }

  /// As above, with what an earlier story left, and leaving something for the next.
  package static func decode(
    _ inputs: consuming [InputFile], as shape: InputShape?, storyID: String?,
    in memory: inout DecodingMemory
  ) throws(DecodingError) -> DecodedStory {
    guard !inputs.isEmpty else {
      throw DecodingError(.empty, "there is no input", advice: "give at least one file")
    }
    let joined = try JoinedInput(inputs)
    var sights: [Sight] = []
    for part in joined.parts {
      let sight = try ShapeFinder.look(at: part, of: joined.bytes)
      if case .unknown = sight { try refuseBroken(part, of: joined.bytes) }
      sights.append(sight)
    }
    try check(sights, of: joined.parts, against: shape)
    switch sights[0] {
    case .atollDocument, .unmarkedAtollDocument:
      return try AtollDocuments(joined, storyID: storyID, memory: &memory).decode(into: &memory)
    case .response: return try Responses(joined, forced: shape, storyID: storyID).decode()
    case .rows:
      let server = try rowServer(sights, forced: shape)
      return try DatabaseRows(joined, server: server, storyID: storyID).decode()
    case .listedDocuments, .unknown:
      // Refused before.
      throw DecodingError(
        .unknownShape, "this is \(sights[0].description)", advice: knownShapes)
    }
  }

  /// Decodes one input.
  ///
  /// Bytes that nobody else holds are read where they are, without a copy.
  package static func decode(
    _ bytes: consuming [UInt8], named name: String = "input", as shape: InputShape? = nil,
    storyID: String? = nil
  ) throws(DecodingError) -> DecodedStory {
    try decode([InputFile(name: name, bytes: bytes)], as: shape, storyID: storyID)
  }

  /// Refuses JSON of an unknown form that is not whole: `{broken`.
  private static func refuseBroken(
    _ part: JoinedInput.Part, of bytes: [UInt8]
  ) throws(DecodingError) {
    var bytes = bytes
    let trouble = JSONReader.read(&bytes, in: part.range, mending: true) {
      (reader: inout JSONReader) -> ReadingTrouble? in
      do throws(JSONError) {
        while reader.comesToValue() { try reader.skip() }
        return nil
      } catch {
        return ReadingTrouble(error, in: part, reader)
      }
    }
    if let trouble { throw trouble.error() }
  }

  private static let knownShapes =
    "give a Talk 4 or Coral response, an Atoll document, or the rows of a database"

  private static func rowServer(
    _ sights: [Sight], forced: InputShape?
  ) throws(DecodingError) -> StoryFacts.Server {
    if forced == .talk4Dump { return .talk4 }
    if forced == .coralDump { return .coral }
    if sights.contains(.rows(.talk4)) { return .talk4 }
    if sights.contains(.rows(.coral)) { return .coral }
    throw DecodingError(
      .unknownShape,
      "these are rows of a database, but nothing tells whether of Talk 4 or of Coral",
      advice: "force one: talk4-dump or coral-dump")
  }

  /// Refuses what is nothing known, what does not go together, and what was forced to be something
  /// it is not.
  private static func check(
    _ sights: [Sight], of parts: [JoinedInput.Part], against forced: InputShape?
  ) throws(DecodingError) {
    for (sight, part) in zip(sights, parts) {
      if case .listedDocuments = sight {
        throw DecodingError(
          .unknownShape, "this is \(sight.description)", input: part.name,
          advice:
            "write them one a line without the list's brackets and commas, or in files of their own"
        )
      }
      if let forced {
        guard fits(sight, forced) else {
          throw DecodingError(
            .wrongShape,
            "this was to be read as \(forced.description), but looks like \(sight.description)",
            input: part.name, advice: "leave the shape to be found out, or force another")
        }
        continue
      }
      switch sight {
      case .unknown:
        throw DecodingError(
          .unknownShape, "this is \(sight.description)", input: part.name,
          advice: knownShapes)
      case .unmarkedAtollDocument:
        throw DecodingError(
          .unknownShape, "this looks like an Atoll document, but does not say so",
          input: part.name, path: "$",
          advice: "add \"atoll\": 1 to it, or force the shape \(InputShape.atollDocument.rawValue)")
      case .atollDocument, .listedDocuments, .response, .rows: break
      }
      if let other = sights.indices.first(where: { !goTogether(sight, sights[$0]) }) {
        let others = "\(parts[other].name) like \(sights[other].description)"
        throw DecodingError(
          .wrongShape, "this looks like \(sight.description), but \(others)",
          input: part.name, advice: "give inputs of one shape only")
      }
    }
  }

  private static func fits(_ sight: Sight, _ shape: InputShape) -> Bool {
    switch (sight, shape) {
    case (.atollDocument, .atollDocument), (.unmarkedAtollDocument, .atollDocument),
      (.response, .talk4Response), (.response, .coralResponse), (.rows(.talk4), .talk4Dump),
      (.rows(.coral), .coralDump), (.rows(.unknown), .talk4Dump), (.rows(.unknown), .coralDump):
      true
    // An unmarked document may look like a response without its data.
    case (.response, .atollDocument), (.atollDocument, _), (.unmarkedAtollDocument, _),
      (.listedDocuments, _), (.response, _), (.rows, _), (.unknown, _):
      false
    }
  }

  private static func goTogether(_ left: Sight, _ right: Sight) -> Bool {
    switch (left, right) {
    case (.rows(let first), .rows(let second)):
      first == second || first == .unknown || second == .unknown
    case (.atollDocument, .atollDocument), (.response, .response): true
    case (.atollDocument, _), (.unmarkedAtollDocument, _), (.listedDocuments, _), (.response, _),
      (.rows, _), (.unknown, _):
      false
    }
  }
}
