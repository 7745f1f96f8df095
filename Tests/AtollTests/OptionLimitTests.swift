import Atoll
import Testing

@Suite struct OptionLimitTests {
  @Test(
    arguments: [
      { $0.maxBodyBytes = -1 }, { $0.maxDepth = 0 }, { $0.maxComments = -1 },
      { $0.ancestorCount = -1 }, { $0.headingLevel = 1 }, { $0.depthCap = 0 },
      { $0.terminal.ambiguousWidth = 0 }, { $0.terminal.width = 0 }, { $0.mail.maxBytes = -1 },
    ] as [@Sendable (inout Options) -> Void])
  func rejectsNumbersThatTheCommandLineRejects(change: @Sendable (inout Options) -> Void) throws {
    var options = Options()
    change(&options)
    let error = #expect(throws: AtollError.self) { try Renderer(options: options) }
    #expect(error?.kind == .options && error?.advice != nil)
  }
}
