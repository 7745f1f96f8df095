import Bytes
package import Comments

/// Makes a `Story` of bytes, whatever of the known forms they have.
package enum StoryDecoder {
  /// Decodes inputs that belong together: pages of a response, or the collections of a database.
  ///
  /// Without `form` the structure of the JSON decides. `storyID` picks one story where the input
  /// holds several.
  package static func decode(
    _ inputs: consuming [InputFile], as form: InputForm? = nil, storyID: String? = nil
  ) throws(DecodingError) -> DecodedStory {
    var memory = DecodingMemory()
    return try decode(inputs, as: form, storyID: storyID, in: &memory)
  }

  /// As above, with what an earlier story left, and leaving something for the next.
  package static func decode(
    _ inputs: consuming [InputFile], as form: InputForm?, storyID: String?,
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
    try check(sights, of: joined.parts, against: form)
    switch sights[0] {
    case .atollDocument, .unmarkedAtollDocument:
      return try AtollDocuments(joined, storyID: storyID, memory: &memory).decode(into: &memory)
    case .response: return try Responses(joined, forced: form, storyID: storyID).decode()
    case .rows:
      let server = try rowServer(sights, forced: form)
      return try DatabaseRows(joined, server: server, storyID: storyID).decode()
    case .listedDocuments, .unknown:
      // Refused before.
      throw DecodingError(
        .unknownForm, "this is \(sights[0].description)", advice: knownForms)
    }
  }

  /// Decodes one input.
  ///
  /// Bytes that nobody else holds are read where they are, without a copy.
  package static func decode(
    _ bytes: consuming [UInt8], named name: String = "input", as form: InputForm? = nil,
    storyID: String? = nil
  ) throws(DecodingError) -> DecodedStory {
    try decode([InputFile(name: name, bytes: bytes)], as: form, storyID: storyID)
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

  private static let knownForms =
    "give a Talk 4 or Coral response, an Atoll document, or the rows of a database"

  private static func rowServer(
    _ sights: [Sight], forced: InputForm?
  ) throws(DecodingError) -> StoryFacts.Server {
    if let server = forced?.databaseServer { return server }
    if sights.contains(.rows(.talk4)) { return .talk4 }
    if sights.contains(.rows(.coral)) { return .coral }
    throw DecodingError(
      .unknownForm,
      "these are rows of a database, but nothing tells whether of Talk 4 or of Coral",
      advice: "force one: talk4-dump or coral-dump")
  }

  /// Refuses what is nothing known, what does not go together, and what was forced to be something
  /// it is not.
  private static func check(
    _ sights: [Sight], of parts: [JoinedInput.Part], against forced: InputForm?
  ) throws(DecodingError) {
    for (sight, part) in zip(sights, parts) {
      if case .listedDocuments = sight {
        throw DecodingError(
          .unknownForm, "this is \(sight.description)", input: part.name,
          advice:
            "write them one a line without the list's brackets and commas, or in files of their own"
        )
      }
      if let forced {
        guard fits(sight, forced) else {
          throw DecodingError(
            .wrongForm,
            "this was to be read as \(forced.phrase), but looks like \(sight.description)",
            input: part.name, advice: "omit the form to have it detected, or force another")
        }
        continue
      }
      switch sight {
      case .unknown:
        throw DecodingError(
          .unknownForm, "this is \(sight.description)", input: part.name,
          advice: knownForms)
      case .unmarkedAtollDocument:
        throw DecodingError(
          .unknownForm, "this looks like an Atoll document, but does not say so",
          input: part.name, path: "$",
          advice: "add \"atoll\": 1 to it, or force the form \(InputForm.atoll.rawValue)")
      case .atollDocument, .listedDocuments, .response, .rows: break
      }
      if let other = sights.indices.first(where: { !goTogether(sight, sights[$0]) }) {
        let others = "\(parts[other].name) like \(sights[other].description)"
        throw DecodingError(
          .wrongForm, "this looks like \(sight.description), but \(others)",
          input: part.name, advice: "give inputs of one form only")
      }
    }
  }

  private static func fits(_ sight: Sight, _ form: InputForm) -> Bool {
    switch (sight, form) {
    case (.atollDocument, .atoll), (.unmarkedAtollDocument, .atoll),
      (.response, .talk4), (.response, .coral), (.rows(.talk4), .talk4Dump),
      (.rows(.coral), .coralDump), (.rows(.unknown), .talk4Dump), (.rows(.unknown), .coralDump):
      true
    // An unmarked document may look like a response without its data.
    case (.response, .atoll), (.atollDocument, _), (.unmarkedAtollDocument, _),
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
