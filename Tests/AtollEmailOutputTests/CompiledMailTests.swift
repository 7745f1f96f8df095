import AtollLayout
import AtollTemplating
import AtollTheming
import TestSupport
import Testing

@testable import AtollEmailOutput

/// The mails of the usual look are compiled before Atoll is built, and the result is part of the sources.
@Suite struct CompiledMailTests {
  private static func settings(
    _ form: EmailTemplates.Form, _ language: Language = .english
  ) -> EmailTemplates.Settings {
    var settings = EmailTemplates.Settings(wording: Wording(language: language))
    settings.form = form
    return settings
  }

  private static func read(_ settings: EmailTemplates.Settings) throws -> StyledTemplates {
    try StyledTemplates(
      TemplateSet(), styles: Theme(embedded: CompiledMail.theme, for: .mails).emailStyles,
      settings: settings)
  }

  private static func compiled(_ settings: EmailTemplates.Settings) throws -> StyledTemplates? {
    let theme = try #require(try Theme(embedded: CompiledMail.theme, for: .mails).builtInName)
    return StyledTemplates(compiled: theme, from: TemplateSet(), settings: settings)
  }

  @Test(arguments: EmailTemplates.Form.allCases)
  func compiledMailsMatchTheTemplatesAndTheme(form: EmailTemplates.Form) throws {
    if GeneratedSource.isUpdated { return }
    let compiled = try #require(
      try Self.compiled(Self.settings(form)),
      "Sources/Output/AtollEmailOutput/Generated is older than Templates or Styles; CONTRIBUTING.md says how to write it anew"
    )
    #expect(try compiled == Self.read(Self.settings(form)))
  }

  @Test func usesCompiledMailsOnlyForTheDefaultThemeAndSchemeAndDirection() throws {
    if GeneratedSource.isUpdated { return }
    var dark = Self.settings(.thread)
    dark.scheme = .dark
    #expect(try Self.compiled(dark) == nil)
    let arabic = try #require(Language.named("ar"))
    #expect(try Self.compiled(Self.settings(.thread, arabic)) == nil)
    let german = try #require(Language.named("de"))
    #expect(try Self.compiled(Self.settings(.thread, german)) != nil)
    let plain = try #require(try Theme(embedded: "plain", for: .mails).builtInName)
    #expect(
      StyledTemplates(compiled: plain, from: TemplateSet(), settings: Self.settings(.thread)) == nil
    )
  }

  @Test func doesNotUseCompiledMailsForCustomTemplates() throws {
    if GeneratedSource.isUpdated { return }
    let theme = try #require(try Theme(embedded: CompiledMail.theme, for: .mails).builtInName)
    let set = try TemplateSet(overrides: [("email/more.mustache", Array("<p>more</p>".utf8))])
    #expect(StyledTemplates(compiled: theme, from: set, settings: Self.settings(.thread)) == nil)
  }

  // MARK: Writing

  @Test func writesTheGeneratedSourceOnRequest() throws {
    guard GeneratedSource.isUpdated else { return }
    var whole = StyledTemplates()
    var forms: [EmailHead.Rule: UInt8] = [:]
    var rules: [EmailHead.Rule] = []
    var lists: [ArraySlice<EmailHead.Rule>] = []
    for (index, form) in EmailTemplates.Form.allCases.enumerated() {
      let styled = try Self.read(Self.settings(form))
      whole.programs.merge(styled.programs) { one, _ in one }
      whole.bodies.merge(styled.bodies) { one, _ in one }
      whole.footer = styled.footer
      #expect(!styled.keepsSpaces && styled.verbatims.isEmpty)
      for rule in styled.rules { forms[rule, default: 0] |= 1 << index }
      lists.append(styled.rules[...])
    }
    // Each kind of mail uses some of the rules, in the order of the sheet. The next rule is one
    // that comes first in every list that still contains it.
    while let next = lists.lazy.compactMap(\.first).first(where: { rule in
      lists.allSatisfy { !$0.dropFirst().contains(rule) }
    }) {
      rules.append(next)
      for index in lists.indices where lists[index].first == next { lists[index].removeFirst() }
    }
    #expect(lists.allSatisfy { $0.isEmpty })
    try GeneratedSource.write(
      source(of: whole, rules.map { ($0, forms[$0] ?? 0) }),
      to: "Sources/Output/AtollEmailOutput/Generated/CompiledMails.swift",
      whatItIs: "The templates of mails with the styles of the usual theme in their tags.")
  }

  private func source(
    of styled: StyledTemplates, _ rules: [(rule: EmailHead.Rule, forms: UInt8)]
  ) throws -> String {
    let files = EmailTemplateFile.allCases
    var code = """
      import AtollBytes
      import AtollLayout
      import AtollMarkupWriting
      import AtollTemplating

      extension CompiledMail {
        /// The fingerprints of the templates and themes that these programs were compiled from.
        static let templateFingerprint: UInt64 = \(try #require(TemplateSet().builtInFingerprint))
        static let styleFingerprint: UInt64 = \(Theme.builtInFingerprint)

        static func program(_ file: EmailTemplateFile) -> Program {
          switch file {

      """
    for file in files { code += "    case .\(file): \(file)Program\n" }
    code += "    }\n  }\n\n  static func tags(_ file: EmailTemplateFile) -> [String] {\n"
    code += "    switch file {\n"
    for file in files {
      code += "    case .\(file): \(styled.bodies[file].map(list) ?? "[]")\n"
    }
    code += "    }\n  }\n\n  static var footer: [String] {\n    \(list(styled.footer))\n  }\n\n"
    code +=
      "  static var rules: [(forms: UInt8, needs: [String], dark: String, outlook: String)] {\n"
    code += "    [\n"
    for (rule, forms) in rules {
      let needs = rule.requiredNames.map { GeneratedSource.literal($0.utf8) }.joined(
        separator: ", ")
      let (dark, outlook) = (rule.dark, rule.outlook)
      code += "      (\(forms), [\(needs)], \(GeneratedSource.literal(dark.utf8)), "
      code += "\(GeneratedSource.literal(outlook.utf8))),\n"
    }
    code += "    ]\n  }\n"
    for file in files {
      code += GeneratedSource.property("\(file)Program", styled.programs[file] ?? .empty)
    }
    return code + "}\n"
  }

  private func list(_ tags: StyledTags) -> String {
    "[" + tags.tags.map { GeneratedSource.literal($0.utf8) }.joined(separator: ", ") + "]"
  }
}
