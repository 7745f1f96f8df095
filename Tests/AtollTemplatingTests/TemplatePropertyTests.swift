import AtollBytes
import TestSupport
import Testing

@testable import AtollTemplating

/// Properties of every template, checked on thousands of generated ones.
@Suite struct TemplatePropertyTests {
  /// Returns a compiled random template with its two partials, and their texts.
  func sample(
    _ random: inout RandomTemplates, minifying: Bool = false
  ) throws -> (program: Program, template: String, partials: [String: String]) {
    let one = random.template(depth: 2, partials: false)
    let two = random.template(depth: 1, partials: false)
    let template = random.template()
    let program = try compile(
      [("t.mustache", template), ("one.mustache", one), ("two.mustache", two)],
      RandomTemplates.schema, minifying: minifying)
    return (program, template, ["one": one, "two": two])
  }

  @Test(arguments: 0..<UInt64(6))
  func rendersLikeASimpleReferenceInterpreter(seed: UInt64) throws {
    var random = RandomTemplates(seed: seed)
    for _ in 0..<150 {
      let (program, template, partials) = try sample(&random)
      let (values, names) = random.data()
      let expected = NaiveMustache(partials: partials).render(template, names)
      let actual = run(program, values)
      guard actual == expected else {
        Issue.record(
          "\(template.debugDescription) with \(partials): \(actual.debugDescription), not \(expected.debugDescription)"
        )
        return
      }
    }
  }

  @Test(arguments: 0..<UInt64(4), [false, true])
  func keepsTheOutputWhenKnownFieldsAreFoldedIn(seed: UInt64, minifying: Bool) throws {
    var random = RandomTemplates(seed: 100 + seed)
    for _ in 0..<150 {
      let (program, template, _) = try sample(&random, minifying: minifying)
      let (values, _) = random.data()
      let known = Set((1...11).map(UInt16.init).filter { _ in random.random.chance(0.4) })
      let folded = program.folding(
        text: { id in
          guard known.contains(id), let text = values.texts[id] else { return nil }
          return Array((id == 3 ? text : escaped(text)).utf8)
        },
        flag: { known.contains($0) ? values.isSet($0) : nil })
      #expect(run(folded, values) == run(program, values), "\(template.debugDescription)")
      #expect(known.allSatisfy { id in !folded.uses(id) || id == 10 || id == 11 })
      #expect(folded.ops.count <= program.ops.count)
      #expect(program.folding(text: { _ in nil }, flag: { _ in nil }) == program)
    }
  }

  @Test(arguments: 0..<UInt64(4))
  func keepsTheVisibleTextWhenMinifying(seed: UInt64) throws {
    var random = RandomTemplates(seed: 200 + seed)
    for _ in 0..<150 {
      let copy = random
      let (program, template, _) = try sample(&random)
      random = copy
      let (small, _, _) = try sample(&random, minifying: true)
      let (values, _) = random.data()
      let (long, short) = (run(program, values), run(small, values))
      #expect(short.utf8.count <= long.utf8.count)
      #expect(shown(short) == shown(long), "\(template.debugDescription)")
    }
  }

  @Test(arguments: 0..<UInt64(4))
  func writesTheSameOutputWithASplitProgram(seed: UInt64) throws {
    var random = RandomTemplates(seed: 300 + seed)
    for _ in 0..<150 {
      let (head, tail) = (random.template(partials: false), random.template(partials: false))
      let program = try compile(
        [("t.mustache", head + "{{> mark}}" + tail)], RandomTemplates.schema)
      let (values, _) = random.data()
      let parts = try #require(program.split(at: 12))
      #expect(
        run(parts.head, values) + "[mark 12]" + run(parts.tail, values) == run(program, values))
    }
  }

  @Test(arguments: 0..<UInt64(6))
  func compilesBrokenTemplatesSafelyOrReportsErrors(seed: UInt64) throws {
    var random = RandomTemplates(seed: 400 + seed)
    var compiled = 0
    for _ in 0..<300 {
      let template = random.broken()
      let files = [
        ("t.mustache", template), ("one.mustache", random.broken()), ("two.mustache", ""),
      ]
      do throws(SourceErrors) {
        let program = try compile(files, RandomTemplates.schema, minifying: true)
        compiled += 1
        expectSafe(program, template, &random)
      } catch {
        #expect(!error.errors.isEmpty)
        for error in error.errors {
          #expect(error.line >= 1 && error.column >= 1 && files.contains { $0.0 == error.file })
        }
        #expect(throws: error) { try compile(files, RandomTemplates.schema) }
      }
    }
    #expect(compiled > 30 && compiled < 270, "\(compiled)")
  }

  /// Checks that no value changes the tags and attributes that a program writes.
  private func expectSafe(
    _ program: Program, _ template: String, _ random: inout RandomTemplates
  ) {
    var (tame, _) = random.data()
    var hostile = tame
    replaceTexts(&tame, hostile: false)
    replaceTexts(&hostile, hostile: true)
    let (first, second) = (run(program, tame), run(program, hostile))
    #expect(
      skeleton(of: first) == skeleton(of: second),
      "\(template.debugDescription): \(first.debugDescription) and \(second.debugDescription)")
  }

  private func replaceTexts(_ values: inout Values, hostile: Bool) {
    for (id, _) in values.texts {
      values.texts[id] =
        switch id {
        case 3: "<u>h</u>"
        case 4: hostile ? "https://x/?\"><script>'--></title>" : "https://y/"
        case 5: hostile ? "-12" : "3"
        case 6: hostile ? "on-x_y" : "k"
        default: hostile ? "\"'><script x=y>--></title></style>&lt; =`" : "t"
        }
    }
    for (id, entries) in values.lists {
      values.lists[id] = entries.map { entry in
        var entry = entry
        replaceTexts(&entry, hostile: hostile)
        return entry
      }
    }
  }
}
