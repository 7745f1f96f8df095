import AtollBytes
import AtollOperatingSystem
package import AtollSnapshots

/// The fonts that screenshots are drawn with; other installed fonts are not used.
package struct FontSet: Sendable {
  package struct Font: Hashable, Sendable {
    package let fileName: String
    /// The Debian package that contains the file.
    package let package: String
    /// The hash of the required version; `nil` if any version will do.
    package let hash: String?
    /// The path on this machine; `nil` if the font is not installed.
    package var path: String?
    /// The hash of the file on this machine; `nil` until the file has been read.
    package var installedHash: String?

    /// Returns advice for a font that is missing or has the wrong version.
    package func advice(inStore store: String) -> String {
      package == FontSet.projectPackage
        ? "put the file in \(store)/\(FontSet.projectFontFolder)" : "install the package \(package)"
    }

    package var isRequiredVersion: Bool { path != nil && (hash == nil || hash == installedHash) }
  }

  package private(set) var fonts: [Font]

  /// The path of the list of fonts in the store, with a line `HASH FILE PACKAGE` for each font.
  package static let fileName = "env/fonts.txt"

  /// The path, within the store, of the folder with fonts that are in no package; the list needs no
  /// line for these fonts.
  package static let projectFontFolder = "env/fonts"
  /// The word that is used instead of a package name for the fonts in `projectFontFolder`.
  static let projectPackage = "project"
  private static let endings = [".ttf", ".otf", ".ttc"]

  /// The fonts for a store that has no list of fonts, from `Data/fonts.txt`.
  static let defaultFonts: [Font] = EmbeddedData.lines(of: "fonts.txt").map { line in
    let words = line.split(separator: " ").map(String.init)
    return Font(fileName: words[0], package: words[1], hash: nil)
  }

  /// Creates the set of a store's fonts, and finds their files.
  ///
  /// These are the fonts in the store's list (without a list, the default fonts) and the fonts in
  /// the store's own folder. A damaged list is an error. If `repairsList` is true, the fonts in its
  /// undamaged lines are used instead, in any version.
  package init(ofStoreIn folder: String, repairsList: Bool = false) throws {
    let path = "\(folder)/\(Self.fileName)"
    if let text = try StoreFiles.contents(of: path) {
      let (listed, damagedLine) = Self.fonts(listedIn: text)
      if let damagedLine, !repairsList {
        throw SnapshotError(
          "\(path):\(damagedLine)",
          message: "the line does not have the form HASH FILE PACKAGE "
            + "('atoll snapshot doctor --record-fonts' writes the list again)", isDamage: true)
      }
      fonts = []
      add(
        damagedLine == nil
          ? listed : listed.map { Font(fileName: $0.fileName, package: $0.package, hash: nil) })
    } else {
      fonts = Self.defaultFonts
    }
    let projectFonts = try StoreFiles.list("\(folder)/\(Self.projectFontFolder)").filter(
      Self.isFont)
    add(projectFonts.map { Font(fileName: $0, package: Self.projectPackage, hash: nil) })
    findFiles(in: folder)
  }

  private static func isFont(_ path: String) -> Bool {
    !path.utf8.contains(UInt8(ascii: "/")) && endings.contains(where: path.hasSuffix)
  }

  /// Adds the given fonts that are not in the set yet.
  private mutating func add(_ others: [Font]) {
    var listedFileNames = Set(fonts.map(\.fileName))
    fonts += others.filter { listedFileNames.insert($0.fileName).inserted }
  }

  /// Adds the default fonts that are missing from the store's list.
  package mutating func addDefaultFonts(ofStoreIn folder: String) {
    add(Self.defaultFonts)
    fonts.sort { $0.fileName.utf8.lexicographicallyPrecedes($1.fileName.utf8) }
    findFiles(in: folder)
  }

  /// Returns the fonts in the valid lines of a list, and the number of the first damaged line.
  private static func fonts(listedIn text: [UInt8]) -> (fonts: [Font], damagedLine: Int?) {
    var fonts: [Font] = []
    var damagedLine: Int?
    let lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (number, line) in lines.enumerated() where !line.isEmpty {
      // The name of the file may contain spaces.
      let words = String(decoding: line, as: UTF8.self)
        .split(separator: " ", omittingEmptySubsequences: false)
      let fileName = words.dropFirst().dropLast().joined(separator: " ")
      if let hash = words.first, hash.utf8.count == 64, let package = words.last, !package.isEmpty,
        !fileName.isEmpty, !fileName.utf8.contains(UInt8(ascii: "/")),
        line.last != UInt8(ascii: "\r")
      {
        fonts.append(Font(fileName: fileName, package: String(package), hash: String(hash)))
      } else {
        damagedLine = damagedLine ?? number + 1
      }
    }
    return (fonts, damagedLine)
  }

  private static let folders = [
    "/usr/share/fonts", "/usr/local/share/fonts", "/Library/Fonts", "/System/Library/Fonts",
    "/opt/homebrew/share/fonts",
  ]

  private mutating func findFiles(in store: String) {
    var paths: [String: String] = [:]
    for folder in ["\(absolutePath(store))/\(Self.projectFontFolder)"] + Self.folders {
      for path in (try? StoreFiles.list(folder)) ?? [] {
        let lastSlash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
        let name = lastSlash.map { String(path[path.utf8.index(after: $0)...]) } ?? path
        if paths[name] == nil { paths[name] = "\(folder)/\(path)" }
      }
    }
    for index in fonts.indices {
      fonts[index].path = paths[fonts[index].fileName]
    }
  }

  /// Hashes every font that was found.
  ///
  /// A file with the same size and date as before is not read again. `cacheFile` is the path of the
  /// file that keeps the hashes between runs.
  package mutating func readHashes(cachingIn cacheFile: String) {
    let cachedText = String(
      decoding: (try? StoreFiles.contents(of: cacheFile)) ?? [], as: UTF8.self)
    var cachedHashes: [String: String] = [:]
    for line in cachedText.split(separator: "\n") where line.utf8.count > 65 {
      cachedHashes[String(line.dropFirst(65))] = String(line.prefix(64))
    }
    var lines: [String] = []
    for index in fonts.indices {
      guard let path = fonts[index].path, let stamp = StoreFiles.modificationStamp(of: path) else {
        continue
      }
      let key = "\(stamp) \(path)"
      if let hash = cachedHashes[key] {
        fonts[index].installedHash = hash
      } else if let bytes = try? StoreFiles.contents(of: path) {
        fonts[index].installedHash = SHA256.hexadecimal(of: bytes)
      }
      if let hash = fonts[index].installedHash { lines.append("\(hash) \(key)\n") }
    }
    let text = lines.joined()
    if text != cachedText { try? StoreFiles.replace(cacheFile, with: Array(text.utf8)) }
  }

  /// Writes the store's list, with the hashes of the fonts that are installed.
  package func write(toStoreIn folder: String) throws(SnapshotError) {
    let lines = fonts.compactMap { font in
      font.installedHash.map { "\($0) \(font.fileName) \(font.package)\n" }
    }
    try StoreFiles.replace("\(folder)/\(Self.fileName)", with: Array(lines.joined().utf8))
  }

  /// A hash of the installed fonts; it does not depend on the list that names them.
  package var fingerprint: String {
    let lines = fonts.sorted { $0.fileName.utf8.lexicographicallyPrecedes($1.fileName.utf8) }
      .compactMap { font in font.installedHash.map { "\($0) \(font.fileName)\n" } }
    return SHA256.hexadecimal(of: Array(lines.joined().utf8))
  }
}

extension FontSet {
  /// Writes the list of the installed fonts, unless the store already has a list.
  package static func recordIfMissing(inStore store: String) throws {
    if StoreFiles.modificationStamp(of: "\(store)/\(fileName)") != nil { return }
    let work = try RunRecord.makeWorkFolder(ofStoreIn: store)
    var fonts = try FontSet(ofStoreIn: store)
    fonts.readHashes(cachingIn: "\(work)/font-hashes")
    try fonts.write(toStoreIn: store)
  }
}
