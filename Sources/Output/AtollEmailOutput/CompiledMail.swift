import AtollBytes
import AtollLayout
import AtollTemplating
import AtollTheming

/// Email templates with the styles of the default theme, compiled before Atoll itself is built.
///
/// Compiling them takes longer than everything else that an email needs. They are compiled for one
/// theme, for left-to-right languages, and for the automatic color scheme. For other settings,
/// templates are compiled when a renderer is created.
enum CompiledMail {
  static let theme = "ign"
}

extension StyledTemplates {
  /// Creates the precompiled templates; `nil` if they were compiled for another theme or for other
  /// settings, or if a file has changed since then.
  init?(compiled theme: String, from set: TemplateSet, settings: EmailTemplates.Settings) {
    guard theme == CompiledMail.theme,
      Theme.builtInFingerprint == CompiledMail.styleFingerprint,
      set.builtInFingerprint == CompiledMail.templateFingerprint,
      settings.scheme == .auto, !settings.wording.isRightToLeft
    else { return nil }
    for file in EmailTemplateFile.allCases where file.isUsed(in: settings.form) {
      programs[file] = CompiledMail.program(file)
      if file.hasBody { bodies[file] = StyledTags(CompiledMail.tags(file)) }
    }
    footer = StyledTags(CompiledMail.footer)
    let form: UInt8 = 1 << settings.form.index
    for (forms, names, dark, outlook) in CompiledMail.rules where forms & form != 0 {
      rules.append(EmailHead.Rule(requiredNames: names, dark: dark, outlook: outlook))
    }
  }
}
