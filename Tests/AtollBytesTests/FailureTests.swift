import AtollBytes
import Testing

struct FailureTests {
  private struct Refusal: ReportableError {
    var failure: Failure {
      Failure(.refused, message: "the story is closed", advice: "try another")
    }
  }

  private struct Surprise: Error {}

  @Test func showsPlaceAndMessageAndFirstDetailOnOneLine() {
    var failure = Failure(.configuration, message: "2 errors")
    #expect(failure.locatedMessage == "2 errors")
    failure.place = "mine"
    failure.details = ["a.css:1:1: error: no", "b.css:2:2: error: no"]
    #expect(failure.locatedMessage == "mine: 2 errors: a.css:1:1: error: no")
  }

  @Test func usesTheFailureThatAnErrorProvides() {
    let failure = Failure(Refusal())
    #expect(failure == Refusal().failure)
    #expect(Failure(failure) == failure)
  }

  @Test func reportsAnyOtherErrorAsABug() {
    let failure = Failure(Surprise())
    #expect(failure.kind == .internalError)
    #expect(failure.message.contains("Surprise"))
  }
}

struct SourceErrorListTests {
  private func error(_ line: Int, in file: String = "a", message: String = "wrong") -> SourceError {
    SourceError(file: file, line: line, column: 1, message: message)
  }

  @Test func listsTheErrorsOfEachFileInOrderOfTheirPositions() {
    var list = SourceErrorList(.theme)
    for error in [error(9), error(2, in: "b"), error(3), error(1, in: "b")] { list.add(error) }
    #expect(
      list.sourceErrors.lines == [
        "a:3:1: error: wrong", "a:9:1: error: wrong", "b:1:1: error: wrong", "b:2:1: error: wrong",
      ])
  }

  @Test func listsAnErrorOnceEvenIfItsFileIsIncludedTwice() {
    var list = SourceErrorList(.templates)
    var included = error(1)
    included.includedFrom = "page:4:2"
    list.add(error(1))
    list.add(included)
    #expect(list.errors == [error(1)])
  }

  @Test func countsErrorsBeyondTheMaximumNumber() {
    var list = SourceErrorList(.language)
    #expect(throws: Never.self) { try list.throwIfAny() }
    for line in 1...SourceErrorList.maximumErrorCount + 5 { list.add(error(line)) }
    let thrown = #expect(throws: SourceErrors.self) { try list.throwIfAny() }
    #expect(thrown?.unlistedCount == 5)
    #expect(thrown?.count == SourceErrorList.maximumErrorCount + 5)
    #expect(thrown?.lines.last == "and 5 more")
  }

  @Test func showsNoPositionForAnErrorAboutAWholeFile() {
    let error = SourceError(file: "theme.json", message: "it is missing", suggestion: "ign")
    #expect(error.description == "theme.json: error: it is missing; did you mean 'ign'?")
  }
}
