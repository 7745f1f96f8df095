import Atoll
import AtollComments
import TestSupport
import Testing

/// Rendering many stories in one workspace gives exactly the same bytes as rendering each alone.
@Suite struct WorkspaceTests {
  @Test(arguments: [Options.Format.page, .fragment, .text, .ansi])
  func rendersEachStoryIndependently(format: Options.Format) throws {
    var options = Options()
    options.format = format
    let renderer = try Renderer(options: options)
    var workspace = Workspace()
    for seed in 1...12 {
      var generator = SeededGenerator(seed: seed)
      let story = try SpecializedProgramTests.sketch(&generator).read()
      var bytes: [UInt8] = []
      let report = try renderer.prepare(story).write(using: &workspace) { piece in
        for index in piece.indices { bytes.append(piece[index]) }
      }
      let alone = try renderer.render(story)
      let isSame = bytes == alone.bytes
      #expect(isSame)
      #expect(report.commentCount == alone.report.commentCount)
      #expect(report.diagnostics == alone.report.diagnostics)
    }
  }

  @Test func buffersTheOutputOfManyStories() throws {
    let renderer = try Renderer()
    var workspace = Workspace(buffersOutput: true)
    var pieces: [Int] = []
    var gathered: [UInt8] = []
    var alone: [UInt8] = []
    let sink: (Span<UInt8>) -> Void = { piece in
      pieces.append(piece.count)
      for index in piece.indices { gathered.append(piece[index]) }
    }
    for seed in 1...12 {
      var generator = SeededGenerator(seed: seed)
      let story = try SpecializedProgramTests.sketch(&generator).read()
      _ = try renderer.prepare(story).write(using: &workspace, into: sink)
      alone += try renderer.render(story).bytes
    }
    #expect(pieces.count < 12)
    // Multiples of the page size, which systems copy into files faster.
    #expect(pieces.allSatisfy { $0 >= 1 << 18 && $0 % 4096 == 0 })
    workspace.flush(into: sink)
    workspace.flush(into: sink)
    #expect(pieces.last == 0)
    let isSame = gathered == alone
    #expect(isSame)
  }

  @Test func rendersTheSameBytesWithAlternatingRenderers() throws {
    var cards = Options()
    cards.format = .fragment
    cards.classNames = .coral
    let renderers = [try Renderer(), try Renderer(options: cards)]
    var workspace = Workspace()
    var generator = SeededGenerator(seed: 7)
    let story = try SpecializedProgramTests.sketch(&generator).read()
    for turn in 0..<6 {
      var bytes: [UInt8] = []
      _ = try renderers[turn % 2].prepare(story).write(using: &workspace) { piece in
        for index in piece.indices { bytes.append(piece[index]) }
      }
      let isSame = try bytes == renderers[turn % 2].render(story).bytes
      #expect(isSame)
    }
  }

  @Test func staysUsableAfterTheSinkThrows() throws {
    struct Full: Error {}
    let renderer = try Renderer()
    var workspace = Workspace()
    var generator = SeededGenerator(seed: 3)
    let story = try SpecializedProgramTests.sketch(&generator).read()
    #expect(throws: Full.self) {
      _ = try renderer.prepare(story).write(using: &workspace) { _ in throw Full() }
    }
    var bytes: [UInt8] = []
    _ = try renderer.prepare(story).write(using: &workspace) { piece in
      for index in piece.indices { bytes.append(piece[index]) }
    }
    let isSame = try bytes == renderer.render(story).bytes
    #expect(isSame)
  }
}
