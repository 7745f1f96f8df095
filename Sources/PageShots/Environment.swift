import Bytes
import Snapshots

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Everything that decides what a picture of a page looks like, apart from the page: the browser, how
/// it is started, and the fonts.
package struct ShotEnvironment: Sendable {
  package let program: String
  package let fonts: FontSet
  /// A folder of our own for what the browser keeps while it runs, and for the links to the fonts.
  package let folder: String

  /// The names a browser goes by, the quickest to start first.
  package static let programs = [
    "chromium-headless-shell", "chromium", "chromium-browser", "google-chrome",
    "google-chrome-stable", "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
  ]

  /// How the browser is started; part of every fingerprint.
  static let flags = [
    "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
    "--force-color-profile=srgb", "--force-device-scale-factor=1", "--font-render-hinting=none",
    "--disable-lcd-text", "--disable-font-subpixel-positioning", "--no-first-run",
    "--disable-extensions", "--disable-background-networking", "--disable-component-update",
    "--disable-sync", "--disable-default-apps", "--disable-dev-shm-usage", "--mute-audio",
    "--metrics-recording-only", "--lang=en-US", "--host-resolver-rules=MAP * ~NOTFOUND",
    // Nothing is drawn later than asked for, in part, or otherwise on another processor.
    "--disable-checker-imaging", "--disable-partial-raster", "--disable-skia-runtime-opts",
    "--disable-new-content-rendering-timeout", "--run-all-compositor-stages-before-draw",
    "--disable-features=Translate,OptimizationHints,MediaRouter,DialMediaRouteProvider,"
      + "PaintHolding,BackForwardCache",
  ]

  /// Finds the browser, named by `program` or `CHROMIUM` or by one of its usual names, and the fonts
  /// of the store in a folder.
  package init(
    storeFolder: String, workFolder: String, program: String? = nil
  ) throws(ShotError) {
    let wanted = program ?? Self.variable("CHROMIUM")
    let names = wanted.map { [$0] } ?? Self.programs
    guard let found = names.lazy.compactMap(Self.path).first else { throw .noBrowser(names) }
    self.program = found
    folder = workFolder
    var fonts = try FontSet(ofStoreIn: storeFolder)
    fonts.readHashes(rememberingIn: "\(workFolder)/font-hashes")
    self.fonts = fonts
  }

  /// One name for all of this with a browser of this version.
  func fingerprint(version: String) -> String {
    let kind = program.hasSuffix("headless-shell") ? "shell" : "full"
    let text = "\(version)\n\(kind)\n\(Self.flags.joined(separator: "\n"))\n\(fonts.fingerprint)\n"
    return String(SHA256.hexadecimal(of: Array(text.utf8)).prefix(16))
  }

  private static func variable(_ name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    let text = unsafe String(cString: value)
    return text.isEmpty ? nil : text
  }

  /// The path of a program by its name, as a shell finds it.
  private static func path(of name: String) -> String? {
    if name.utf8.contains(UInt8(ascii: "/")) {
      return unsafe access(name, X_OK) == 0 ? name : nil
    }
    let folders = (variable("PATH") ?? "/usr/bin:/bin").split(separator: ":")
    return folders.map { "\($0)/\(name)" }.first { unsafe access($0, X_OK) == 0 }
  }

  /// A folder for one browser to keep its things in; what dead processes left behind is removed.
  func newProfile() -> String {
    let profiles = "\(folder)/profiles"
    for name in (try? StoreFiles.names(in: profiles)) ?? [] {
      let owner = name.prefix { $0 != "-" }
      if let process = pid_t(owner), kill(process, 0) != 0, errno == ESRCH {
        try? StoreFiles.removeTree("\(profiles)/\(name)")
      }
    }
    return "\(profiles)/\(getpid())-\(UInt64.random(in: .min ... .max))"
  }

  // MARK: Fonts

  /// Writes the private font configuration, and gives back the variables the browser is started with.
  func prepare() throws(ShotError) -> [String] {
    let place = "\(folder)/fonts-\(fonts.fingerprint.prefix(16))"
    do throws(SnapshotError) {
      try StoreFiles.makeFolder("\(place)/files")
      for font in fonts.fonts {
        guard let path = font.path else { continue }
        unsafe _ = symlink(path, "\(place)/files/\(font.file)")
      }
      let file = "\(place)/fonts.conf"
      let text = Array(Self.configuration(of: place).utf8)
      if try StoreFiles.contents(of: file) != text { try StoreFiles.replace(file, with: text) }
    } catch {
      throw .file(error.description)
    }
    return [
      "FONTCONFIG_FILE=\(place)/fonts.conf", "HOME=\(folder)", "PATH=/usr/bin:/bin", "TZ=UTC",
      "LANG=C.UTF-8", "LC_ALL=C.UTF-8", "DBUS_SESSION_BUS_ADDRESS=/dev/null",
    ]
  }

  private static func configuration(of place: String) -> String {
    let settings = [
      ("antialias", "<bool>true</bool>"), ("hinting", "<bool>false</bool>"),
      ("autohint", "<bool>false</bool>"), ("hintstyle", "<const>hintnone</const>"),
      ("rgba", "<const>none</const>"), ("embeddedbitmap", "<bool>false</bool>"),
    ]
    let edits = settings.map {
      "    <edit name=\"\($0.0)\" mode=\"assign\">\($0.1)</edit>\n"
    }
    let families = [
      ("sans", "Noto Sans"), ("sans-serif", "Noto Sans"), ("serif", "Noto Sans"),
      ("system-ui", "Noto Sans"), ("ui-sans-serif", "Noto Sans"), ("ui-serif", "Noto Sans"),
      ("ui-rounded", "Noto Sans"), ("cursive", "Noto Sans"), ("fantasy", "Noto Sans"),
      ("mono", "DejaVu Sans Mono"), ("monospace", "DejaVu Sans Mono"),
      ("ui-monospace", "DejaVu Sans Mono"),
      ("emoji", "Noto Color Emoji"),
    ]
    let aliases = families.map {
      "  <alias binding=\"strong\"><family>\($0.0)</family>"
        + "<prefer><family>\($0.1)</family></prefer></alias>\n"
    }
    return """
      <?xml version="1.0"?>
      <!DOCTYPE fontconfig SYSTEM "fonts.dtd">
      <fontconfig>
        <dir>\(place)/files</dir>
        <cachedir>\(place)/cache</cachedir>
        <match target="pattern">
      \(edits.joined())  </match>
        <match target="font">
      \(edits.joined())  </match>
      \(aliases.joined())  <match target="pattern">
          <edit name="family" mode="append_last" binding="strong"><string>Noto Sans</string></edit>
        </match>
      </fontconfig>

      """
  }
}
