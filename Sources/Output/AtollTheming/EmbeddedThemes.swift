import AtollBytes

extension Theme {
  /// The names of the themes built into the binary, in the order of the embedded files.
  package static let embeddedNames: [String] = {
    var names: [String] = []
    for (path, _) in EmbeddedStyles.files {
      let parts = path.split(separator: "/")
      if parts.count == 2, parts[1] == tokenFileName { names.append(String(parts[0])) }
    }
    return names
  }()

  /// Returns the files of a built-in theme, with paths relative to its folder.
  package static func embeddedFiles(of name: String) -> [StyleFile] {
    let prefix = name + "/"
    return EmbeddedStyles.files.compactMap { path, text in
      guard path.hasPrefix(prefix) else { return nil }
      return StyleFile(path: String(path.dropFirst(prefix.count)), bytes: Array(text.utf8))
    }
  }

  /// Returns the files of a built-in theme, with the sheets that it lists from other themes.
  ///
  /// A folder with these files is the same theme.
  package static func standaloneFiles(of name: String) -> [StyleFile] {
    let files = embeddedFiles(of: name)
    var ignored = SourceErrorList(.theme)
    guard let file = files.first(where: { $0.path == tokenFileName }) else { return files }
    let tokens = TokenFile(file, reporting: &ignored)
    let listed = (tokens.styles + tokens.emailStyles).map(\.path)
    return files
      + listed.filter { path in !files.contains { $0.path == path } }.compactMap(embeddedSheet)
  }

  /// Returns a sheet of any built-in theme by its full path, such as `plain/structure.css`.
  static func embeddedSheet(_ path: String) -> StyleFile? {
    EmbeddedStyles.files.first { $0.path == path }.map {
      StyleFile(path: path, bytes: Array($0.text.utf8))
    }
  }

  static var embeddedSheetPaths: [String] {
    EmbeddedStyles.files.map(\.path).filter { $0.hasSuffix(".css") }
  }

  static func extendsAnotherTheme(embeddedThemeNamed name: String) -> Bool {
    var ignored = SourceErrorList(.theme)
    let file = embeddedFiles(of: name).first { $0.path == tokenFileName }
    return file.map { TokenFile($0, reporting: &ignored).entry(in: "", named: "extends") != nil }
      ?? false
  }
}
