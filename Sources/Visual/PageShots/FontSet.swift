import Bytes
import OperatingSystem
import Snapshots

/// The fonts that pictures are drawn with, and nothing else that happens to be installed.
package struct FontSet: Sendable {
  /// One font file as the suite names it.
  package struct Font: Hashable, Sendable {
    package let file: String
    /// The Debian package that brings it.
    package let package: String
    /// Nothing where any version will do.
    package let hash: String?
    /// Where it is on this machine, if it is.
    package var path: String?
    /// What it holds, once it was read.
    package var foundHash: String?

    /// What to do where it is missing or not the one of the store's list.
    package func advice(inStore store: String) -> String {
      package == FontSet.ownPackage
        ? "put the file in \(store)/\(FontSet.ownFolder)" : "install the package \(package)"
    }

    package var isRight: Bool { path != nil && (hash == nil || hash == foundHash) }
  }

  package private(set) var fonts: [Font]

  /// Where a suite names its fonts: a line with hash, file and package for each.
  package static let fileName = "env/fonts.txt"

  /// Where in a store a project keeps fonts that no package brings; files there need no line.
  package static let ownFolder = "env/fonts"
  /// What stands in the place of the package for a font that the project brings.
  static let ownPackage = "project"
  private static let endings = [".ttf", ".otf", ".ttc"]

  /// What is looked for where a suite names no fonts.
  static let usual: [(file: String, package: String)] = [
    ("ComicNeue-Bold.otf", "fonts-comic-neue"), ("ComicNeue-Regular.otf", "fonts-comic-neue"),
    ("DejaVuSansMono-Bold.ttf", "fonts-dejavu-core"),
    ("DejaVuSansMono.ttf", "fonts-dejavu-core"),
    ("DroidSansFallbackFull.ttf", "fonts-droid-fallback"),
    ("Inter-Black.otf", "fonts-inter"), ("Inter-Bold.otf", "fonts-inter"),
    ("Inter-BoldItalic.otf", "fonts-inter"), ("Inter-ExtraBold.otf", "fonts-inter"),
    ("Inter-Italic.otf", "fonts-inter"), ("Inter-Light.otf", "fonts-inter"),
    ("Inter-Medium.otf", "fonts-inter"), ("Inter-Regular.otf", "fonts-inter"),
    ("Inter-SemiBold.otf", "fonts-inter"),
    ("NanumGothic.ttf", "fonts-nanum"), ("NotoColorEmoji.ttf", "fonts-noto-color-emoji"),
    ("NotoSans-Bold.ttf", "fonts-noto-core"), ("NotoSans-BoldItalic.ttf", "fonts-noto-core"),
    ("NotoSans-Italic.ttf", "fonts-noto-core"), ("NotoSans-Regular.ttf", "fonts-noto-core"),
    ("NotoSansArabic-Bold.ttf", "fonts-noto-core"),
    ("NotoSansArabic-Regular.ttf", "fonts-noto-core"),
    ("NotoSansDevanagari-Regular.ttf", "fonts-noto-core"),
    ("NotoSansHebrew-Bold.ttf", "fonts-noto-core"),
    ("NotoSansHebrew-Regular.ttf", "fonts-noto-core"),
    ("NotoSansMath-Regular.ttf", "fonts-noto-core"),
    ("NotoSansSymbols-Regular.ttf", "fonts-noto-core"),
    ("NotoSansSymbols2-Regular.ttf", "fonts-noto-core"),
    ("NotoSansTamil-Regular.ttf", "fonts-noto-core"),
    ("NotoSansThai-Regular.ttf", "fonts-noto-core"),
    ("NotoSerif-Bold.ttf", "fonts-noto-core"), ("NotoSerif-BoldItalic.ttf", "fonts-noto-core"),
    ("NotoSerif-Italic.ttf", "fonts-noto-core"), ("NotoSerif-Regular.ttf", "fonts-noto-core"),
    ("NotoSerifDisplay-Regular.ttf", "fonts-noto-core"),
  ]

  /// Reads the list of a store, or takes the usual one, and finds the files.
  package init(ofStoreIn folder: String) throws(ShotError) {
    let path = "\(folder)/\(Self.fileName)"
    do {
      if let text = try StoreFiles.contents(of: path) {
        fonts = try Self.fonts(listedIn: text, at: path)
      } else {
        fonts = Self.usualFonts
      }
      let own = try StoreFiles.list("\(folder)/\(Self.ownFolder)").filter(Self.isFont)
      add(own.map { Font(file: $0, package: Self.ownPackage, hash: nil) })
    } catch let error as ShotError {
      throw error
    } catch {
      throw .file("\(error)")
    }
    find(in: folder)
  }

  private static var usualFonts: [Font] {
    usual.map { Font(file: $0.file, package: $0.package, hash: nil) }
  }

  private static func isFont(_ path: String) -> Bool {
    !path.utf8.contains(UInt8(ascii: "/")) && endings.contains(where: path.hasSuffix)
  }

  /// Adds fonts that are not in the list.
  private mutating func add(_ others: [Font]) {
    let known = Set(fonts.map(\.file))
    fonts += others.filter { !known.contains($0.file) }
  }

  /// Adds the usual fonts that the store's list lacks, such as those that a later version draws with.
  package mutating func addUsual(ofStoreIn folder: String) {
    add(Self.usualFonts)
    fonts.sort { $0.file.utf8.lexicographicallyPrecedes($1.file.utf8) }
    find(in: folder)
  }

  private static func fonts(listedIn text: [UInt8], at path: String) throws(ShotError) -> [Font] {
    var fonts: [Font] = []
    let lines = String(decoding: text, as: UTF8.self).split(separator: "\n")
    for (number, line) in lines.enumerated() {
      let words = line.split(separator: " ").map(String.init)
      guard words.count == 3, words[0].utf8.count == 64, !words[1].utf8.contains(UInt8(ascii: "/"))
      else {
        throw .file(
          "\(path):\(number + 1): error: not a hash, a file and a package; write it anew with 'atoll snapshot doctor --record-fonts'"
        )
      }
      fonts.append(Font(file: words[1], package: words[2], hash: words[0]))
    }
    return fonts
  }

  private static let folders = [
    "/usr/share/fonts", "/usr/local/share/fonts", "/Library/Fonts", "/System/Library/Fonts",
    "/opt/homebrew/share/fonts",
  ]

  private mutating func find(in store: String) {
    var places: [String: String] = [:]
    for folder in ["\(absolutePath(store))/\(Self.ownFolder)"] + Self.folders {
      for path in (try? StoreFiles.list(folder)) ?? [] {
        let cut = path.utf8.lastIndex(of: UInt8(ascii: "/"))
        let name = cut.map { String(path[path.utf8.index(after: $0)...]) } ?? path
        if places[name] == nil { places[name] = "\(folder)/\(path)" }
      }
    }
    for index in fonts.indices {
      fonts[index].path = places[fonts[index].file]
    }
  }

  /// Reads every font that was found and notes its hash.
  ///
  /// What was read before and has kept its size and date is not read again: `memory` is the file in
  /// which that is noted.
  package mutating func readHashes(rememberingIn memory: String) {
    let noted =
      (try? StoreFiles.contents(of: memory)).flatMap { $0 }.map {
        String(decoding: $0, as: UTF8.self)
      }
      ?? ""
    var known: [String: String] = [:]
    for line in noted.split(separator: "\n") where line.utf8.count > 65 {
      known[String(line.dropFirst(65))] = String(line.prefix(64))
    }
    var lines: [String] = []
    for index in fonts.indices {
      guard let path = fonts[index].path, let stamp = StoreFiles.stamp(of: path) else { continue }
      let key = "\(stamp) \(path)"
      if let hash = known[key] {
        fonts[index].foundHash = hash
      } else if let bytes = (try? StoreFiles.contents(of: path)).flatMap({ $0 }) {
        fonts[index].foundHash = SHA256.hexadecimal(of: bytes)
      }
      if let hash = fonts[index].foundHash { lines.append("\(hash) \(key)\n") }
    }
    let text = lines.joined()
    if text != noted { try? StoreFiles.replace(memory, with: Array(text.utf8)) }
  }

  /// The list as a suite keeps it.
  package var listing: String {
    fonts.compactMap { font in font.foundHash.map { "\($0) \(font.file) \(font.package)\n" } }
      .joined()
  }

  /// One name for the fonts that are here; a list of them has the same name as the usual ones.
  package var fingerprint: String {
    let lines = fonts.sorted { $0.file.utf8.lexicographicallyPrecedes($1.file.utf8) }
      .compactMap { font in font.foundHash.map { "\($0) \(font.file)\n" } }
    return SHA256.hexadecimal(of: Array(lines.joined().utf8))
  }
}
