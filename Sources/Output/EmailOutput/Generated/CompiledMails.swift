import Templating
extension CompiledMail {
  static let templateFingerprint: UInt64 = 0
  static let styleFingerprint: UInt64 = 0
  static func program(_ file: EmailTemplateFile) -> Program { .empty }
  static func tags(_ file: EmailTemplateFile) -> [String] { [] }
  static var footer: [String] { [] }
  static var rules: [(forms: UInt8, needs: [String], dark: String, outlook: String)] { [] }
}
