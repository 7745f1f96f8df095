import AtollBytes
package import AtollComments

package enum StoryDecoder {
  /// Decodes inputs that belong together: pages of a response, the collections of a database, or
  /// Atoll documents.
  ///
  /// If `form` is `nil`, it is determined from the structure of the JSON. `storyID` selects a story
  /// if the input holds more than one. If `hidesIgnoredAuthors` is `true`, the comments of people
  /// whom the reader of a response ignores are hidden.
  package static func decode(
    _ inputs: consuming [InputFile], as form: InputForm? = nil, storyID: String? = nil,
    hidesIgnoredAuthors: Bool = true
  ) throws(StoryError) -> DecodedStory {
    var scratch = DecodingScratch()
    return try decode(
      inputs, as: form, storyID: storyID, hidesIgnoredAuthors: hidesIgnoredAuthors, in: &scratch)
  }

  /// Decodes inputs that belong together, reusing the memory of an earlier story.
  package static func decode(
    _ inputs: consuming [InputFile], as form: InputForm?, storyID: String?,
    hidesIgnoredAuthors: Bool = true, in scratch: inout DecodingScratch
  ) throws(StoryError) -> DecodedStory {
    guard !inputs.isEmpty else {
      throw StoryError(.empty, message: "there is no input", advice: "give at least one file")
    }
    let joined = try JoinedInput(inputs)
    var guesses: [InputGuess] = []
    for part in joined.parts {
      let guess = try InputGuess.guess(of: part, in: joined.bytes)
      if case .unknown(let form) = guess, form.exportSystem == nil {
        try checkSyntax(of: part, in: joined.bytes)
      }
      guesses.append(guess)
    }
    try check(guesses, of: joined.parts, against: form)
    switch guesses[0] {
    case .atollDocument, .unmarkedAtollDocument:
      return try AtollInputDecoder(joined, storyID: storyID, scratch: &scratch).decode(
        into: &scratch)
    case .response:
      return try ResponseInputDecoder(
        joined, requestedForm: form, storyID: storyID, hidesIgnoredAuthors: hidesIgnoredAuthors
      ).decode()
    case .rows:
      let server = try rowServer(guesses, requestedForm: form)
      return try RowInputDecoder(joined, server: server, storyID: storyID).decode()
    case .listedDocuments, .bareComments, .notifications, .unknown:
      // `check` has already thrown an error for these.
      throw UnknownForm().error()
    }
  }

  /// Decodes one input, in place if its bytes are uniquely referenced.
  package static func decode(
    _ bytes: consuming [UInt8], named name: String = "input", as form: InputForm? = nil,
    storyID: String? = nil
  ) throws(StoryError) -> DecodedStory {
    try decode([InputFile(name: name, bytes: bytes)], as: form, storyID: storyID)
  }

  /// Returns whether a line is a row of a database; `nil` if it begins like neither JSON nor an
  /// export of another system.
  package static func isRow(_ line: [UInt8]) -> Bool? {
    let part = JoinedInput.Part(name: "", range: line.indices, start: 0)
    guard let guess = try? InputGuess.guess(of: part, in: line) else { return nil }
    return if case .rows = guess { true } else { false }
  }

  /// Returns whether a line is a story or a notification, and not a row of a database.
  package static func isStoryOrNotification(_ line: [UInt8]) -> Bool {
    let part = JoinedInput.Part(name: "", range: line.indices, start: 0)
    return switch try? InputGuess.guess(of: part, in: line) {
    case .atollDocument, .unmarkedAtollDocument, .response, .notifications: true
    case .rows, .listedDocuments, .bareComments, .unknown, nil: false
    }
  }

  /// Throws an error if JSON of an unknown form is broken, such as `{broken`.
  private static func checkSyntax(
    of part: JoinedInput.Part, in bytes: [UInt8]
  ) throws(StoryError) {
    var bytes = bytes
    let failure = JSONReader.read(&bytes, in: part.range, repairing: true) {
      (reader: inout JSONReader) -> SyntaxError? in
      do throws(JSONError) {
        while reader.advanceToValue() { try reader.skip() }
        return nil
      } catch {
        return SyntaxError(error, in: part, from: reader)
      }
    }
    if let failure { throw failure.decodingError }
  }

  private static func rowServer(
    _ guesses: [InputGuess], requestedForm: InputForm?
  ) throws(StoryError) -> StoryMetadata.Server {
    if let server = requestedForm?.databaseServer { return server }
    if guesses.contains(.rows(.talk4)) { return .talk4 }
    if guesses.contains(.rows(.coral)) { return .coral }
    throw StoryError(
      .unknownForm,
      message: "these rows of a database may be from Talk 4 or from Coral",
      advice: "choose talk4-dump or coral-dump", about: .form)
  }

  /// Throws if the form of an input is unknown or not the requested one, or if the inputs have
  /// different forms.
  private static func check(
    _ guesses: [InputGuess], of parts: [JoinedInput.Part], against requestedForm: InputForm?
  ) throws(StoryError) {
    for (guess, part) in zip(guesses, parts) {
      if case .listedDocuments = guess {
        throw StoryError(
          .unknownForm, message: "this is \(guess.description)", input: part.name,
          advice:
            "write each document on a line or in a file by itself, without the list's brackets and commas"
        )
      }
      if let requestedForm {
        guard fits(guess, form: requestedForm) else {
          throw StoryError(
            .wrongForm,
            message: "this looks like \(guess.description), not like \(requestedForm.phrase)",
            input: part.name, advice: "let the form be detected, or choose another", about: .form)
        }
        continue
      }
      switch guess {
      case .unknown(let form): throw form.error(input: part.name)
      case .notifications:
        throw StoryError(
          .unknownForm, message: "this is \(guess.description)", input: part.name,
          advice: "read it as a notification to make a mail about it", about: .notification)
      case .bareComments:
        throw StoryError(
          .unknownForm, message: "this looks like \(guess.description)", input: part.name,
          advice: "put them into a document: {\"atoll\": 1, \"comments\": [\u{2026}]}")
      case .unmarkedAtollDocument:
        throw StoryError(
          .unknownForm, message: "this looks like an Atoll document, but does not say so",
          input: part.name, path: "$",
          advice: "add \"atoll\": 1 to it, or force the form \(InputForm.atoll.rawValue)",
          about: .form)
      case .atollDocument, .listedDocuments, .response, .rows: break
      }
      if let other = guesses.indices.first(where: { !goTogether(guess, guesses[$0]) }) {
        let others = "\(parts[other].name) like \(guesses[other].description)"
        throw StoryError(
          .wrongForm, message: "this looks like \(guess.description), but \(others)",
          input: part.name, advice: "give inputs of one form only")
      }
    }
  }

  private static func fits(_ guess: InputGuess, form: InputForm) -> Bool {
    switch guess {
    case .atollDocument, .unmarkedAtollDocument: form == .atoll
    // This includes unmarked documents that look like a response without its `data`.
    case .response: form.responseServer != nil
    case .rows(let server):
      form.databaseServer.map { server == .unknown || server == $0 } ?? false
    case .listedDocuments, .bareComments, .notifications, .unknown: false
    }
  }

  private static func goTogether(_ left: InputGuess, _ right: InputGuess) -> Bool {
    if case (.rows(let first), .rows(let second)) = (left, right) {
      return first == second || first == .unknown || second == .unknown
    }
    return left == right
  }
}
