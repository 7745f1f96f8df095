import AtollBytes
import AtollLayout
import AtollMarkupWriting
import TestSupport
import Testing

@testable import AtollHTMLOutput
@testable import AtollTemplating

/// The built-in templates are compiled before Atoll is built; the result is part of the sources.
@Suite struct CompiledTemplateTests {
  @Test(arguments: HTMLTemplateFile.allCases)
  func compiledTemplateMatchesItsSource(file: HTMLTemplateFile) throws {
    if GeneratedSource.isUpdated { return }
    #expect(
      try file.compiled == TemplateSet().compile(file.rawValue, schema: file.schema),
      "Sources/Output/AtollHTMLOutput/Generated is older than Templates; CONTRIBUTING.md says how to write it anew"
    )
  }

  @Test func usesCompiledTemplatesOnlyIfNoTemplateHasChanged() throws {
    if GeneratedSource.isUpdated { return try write() }
    #expect(TemplateSet().builtInFingerprint == HTMLTemplateFile.compiledFingerprint)
    let changed = try TemplateSet(overrides: [("closed.mustache", Array("<p>closed</p>".utf8))])
    #expect(changed.builtInFingerprint == nil)
  }

  @Test func compiledTemplatesEqualThoseCompiledAtRunTime() throws {
    // A changed file with the same meaning, so that all templates are compiled at run time.
    let name = HTMLTemplateFile.closed.rawValue
    let text = try #require(TemplateSet().text(of: name))
    let anew = try TemplateSet(overrides: [(name, text + Array("{{! the same }}".utf8))])
    for form in HTMLTemplates.Form.allCases {
      let settings = HTMLTemplates.Settings(form: form, wording: Wording(language: .english))
      let compiled = try HTMLTemplates(TemplateSet(), settings: settings)
      let others = try HTMLTemplates(anew, settings: settings)
      #expect(compiled.comment.head == others.comment.head)
      #expect(compiled.frame.before == others.frame.before)
      #expect(compiled.closed == others.closed)
    }
  }

  // MARK: Writing

  private func write() throws {
    var code = """
      import AtollBytes
      import AtollLayout
      import AtollMarkupWriting
      import AtollTemplating

      extension HTMLTemplateFile {
        /// The fingerprint of the templates that these programs were compiled from.
        static let compiledFingerprint: UInt64 = \(try #require(TemplateSet().builtInFingerprint))

        var compiled: Program {
          switch self {

      """
    for file in HTMLTemplateFile.allCases { code += "    case .\(file): Self.\(file)Program\n" }
    code += "    }\n  }\n"
    for file in HTMLTemplateFile.allCases {
      let program = try TemplateSet().compile(file.rawValue, schema: file.schema)
      code += GeneratedSource.property("\(file)Program", program)
    }
    try GeneratedSource.write(
      code + "}\n", to: "Sources/Output/AtollHTMLOutput/Generated/CompiledTemplates.swift",
      whatItIs: "The built-in templates as the programs that they compile to.")
  }
}
