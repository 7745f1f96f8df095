/// Makes a `Story` of bytes, whatever of the known shapes they have.
package enum StoryDecoder {
  /// Decodes inputs that belong together: pages of a response, or the collections of a database.
  ///
  /// Without `shape` the structure of the JSON decides. `storyID` picks one story where the input
  /// holds several.
  package static func decode(
    _ inputs: consuming [InputFile], as shape: InputShape? = nil, storyID: String? = nil
  ) throws(DecodingError) -> DecodedStory {
    let joined = try JoinedInput(inputs)
    let shape = try shapeFound(in: joined, forced: shape)
    switch shape {
    case .atollDocument: return try AtollDocuments(joined, storyID: storyID).decode()
    case .talk4Response, .coralResponse, .talk4Dump, .coralDump:
      throw DecodingError(.unknownShape, "not yet", advice: "")
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

  private static func shapeFound(
    in input: borrowing JoinedInput, forced: InputShape?
  ) throws(DecodingError) -> InputShape {
    guard let part = input.parts.first else {
      throw DecodingError(.empty, "there is no input", advice: "Give at least one.")
    }
    let keys = TopLevelKeys(of: input.bytes, in: part.range) { $0 == "atoll" }
    guard keys.names.contains("atoll") || forced == .atollDocument else {
      throw DecodingError(
        .unknownShape,
        "this is nothing that is known here; its keys are "
          + keys.names.joined(separator: ", "), input: part.name,
        advice: "An Atoll document begins with {\"atoll\":1, …")
    }
    return .atollDocument
  }
}
