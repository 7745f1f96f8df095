import Atoll
import AtollArguments
import AtollBytes
import AtollTemplating

enum TemplateCommands {
  /// Compiles all templates for every output and lists their errors.
  static func check(_ arguments: TemplateArguments) throws {
    let console = Console(arguments.common)
    let (templates, unusable) = try StyleInputs.templatesAndErrors(in: arguments.operands.first)
    // Errors in templates that are shared by multiple outputs are listed once.
    var list = SourceErrorList(.templates)
    for error in unusable { list.add(error) }
    func listErrors(of compile: () throws -> Void) throws {
      do { try compile() } catch let error as AtollError {
        guard let errors = error.sourceErrors else { throw error }
        list.add(errors)
      }
    }
    for options in optionsToCheck(allowing: arguments.mail.allowedFeatures) {
      try listErrors { _ = try Renderer(options: options, templates: templates) }
    }
    try listErrors { _ = try CardRenderer.template(for: Options(), overrides: templates) }
    guard list.isEmpty else {
      let errors = list.sourceErrors.located(in: [arguments.operands.first])
      let count = counted(errors.errors.count, noun: "error")
      throw Failure(
        .configuration, message: errors.unlistedCount > 0 ? "more than \(count)" : count,
        at: arguments.operands.first, details: errors.errors.map(\.description))
    }
    console.note("the templates have no errors", at: arguments.operands.first)
  }

  /// Returns the options of renderings that together use all templates.
  private static func optionsToCheck(allowing features: [String]) -> [Options] {
    var all: [Options] = []
    for format in Options.Format.allCases where format.isHTML || format == .email {
      var options = Options()
      options.mail.allowedFeatures = features
      options.format = format
      if format != .card { all.append(options) }
      // The templates do not depend on the comment; any id will do.
      options.focus = "1"
      if format == .card || format == .email { all.append(options) }
      options.focus = nil
      options.digest = DigestOptions()
      if format != .card { all.append(options) }
    }
    var paged = Options()
    paged.pageLimit = .comments(1)
    return all + [paged]
  }

  /// Lists the templates, or prints one of them.
  static func list(_ arguments: TemplateArguments) throws {
    let console = Console(arguments.common)
    let templates = try StyleInputs.templates(in: arguments.operands.first)
    let set = try TemplateSet(overrides: templates.map { ($0.path, $0.bytes) })
    if let name = arguments.printedTemplate {
      return try console.print(try template(name, of: set).bytes)
    }
    for name in set.names {
      try console.print(set.isOverridden(name) ? "\(name) (replaced)\n" : "\(name)\n")
    }
  }

  /// Writes the named built-in templates, or all of them, into a folder, where they can be edited.
  static func copy(_ arguments: TemplateArguments) throws {
    let set = TemplateSet()
    let named = arguments.operands.dropLast()
    if let last = arguments.operands.last, last.hasSuffix(TemplateFolder.ending) {
      throw Failure(
        commandLine: "'\(last)' is the name of a template, and the last name is that of the folder",
        advice: "name a folder after the templates, such as . for this one")
    }
    var files: [(path: String, bytes: [UInt8])] = []
    for name in named.isEmpty ? set.names[...] : named {
      files.append(try template(name, of: set))
    }
    try FolderFiles.writeNew(
      files, into: arguments.operands.last ?? ".", on: Console(arguments.common))
  }

  /// Returns the template with this name, which can be given with or without `.mustache`.
  private static func template(
    _ name: String, of set: TemplateSet
  ) throws -> (path: String, bytes: [UInt8]) {
    for path in [name, name + TemplateFolder.ending] {
      if let bytes = set.text(of: path) { return (path, bytes) }
    }
    let short = set.names.map { String($0.prefix { $0 != "." }) }
    let near =
      nearest(to: name, among: short) ?? TemplateSet.nearestName(to: name, among: set.names)
    throw Failure(
      commandLine: "there is no template '\(name)'",
      advice: near.map { "did you mean '\($0)'?" } ?? "atoll template list prints the names")
  }
}
