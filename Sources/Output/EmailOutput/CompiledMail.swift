import Layout
import Templating
import Theming

/// The mails of the usual look as their templates and their theme say them, compiled before Atoll was built.
///
/// Compiling them takes longer than everything else that a mail needs. They are the mails of one theme and of languages that run
/// from left to right, in the colours that the reader's system asks for; all others are compiled when a renderer is made.
enum CompiledMail {
  static let theme = "ign"
}

extension StyledTemplates {
  /// The compiled templates; `nil` if the look is another, or a file has changed since.
  init?(compiled theme: BuiltInTheme, _ set: TemplateSet, _ settings: EmailTemplates.Settings) {
    guard theme.name == CompiledMail.theme,
      BuiltInTheme.fingerprint == CompiledMail.styleFingerprint,
      set.builtInFingerprint == CompiledMail.templateFingerprint,
      settings.scheme == .auto, !settings.wording.isRightToLeft
    else { return nil }
    for file in EmailTemplateFile.allCases where file.isUsed(in: settings.form) {
      programs[file] = CompiledMail.program(file)
      if file.hasBody { bodies[file] = StyledTags(CompiledMail.tags(file)) }
    }
    footer = StyledTags(CompiledMail.footer)
    let form: UInt8 = 1 << (EmailTemplates.Form.allCases.firstIndex(of: settings.form) ?? 0)
    for (forms, needs, dark, outlook) in CompiledMail.rules where forms & form != 0 {
      rules.append(EmailHead.Rule(needs: needs, dark: dark, outlook: outlook))
    }
  }
}
