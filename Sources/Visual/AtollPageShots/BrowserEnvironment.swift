import AtollBytes
import AtollOperatingSystem
import AtollSnapshots

/// The browser, its flags and the fonts, which together with the page determine a screenshot.
package struct BrowserEnvironment: Sendable {
  package let program: String
  package let fonts: FontSet
  /// The work folder, for browser profiles and links to the fonts.
  package let workFolder: String
  /// Returns whether to stop waiting for browsers; called several times a second.
  let isStopped: @Sendable () -> Bool

  /// The names of browsers, the quickest to start first.
  package static let programs = [
    "chromium-headless-shell", "chromium", "chromium-browser", "google-chrome",
    "google-chrome-stable", "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
  ]

  /// The browser's flags, which are part of every fingerprint.
  static let flags = [
    "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
    "--force-color-profile=srgb", "--font-render-hinting=none",
    "--disable-lcd-text", "--disable-font-subpixel-positioning", "--no-first-run",
    "--disable-extensions", "--disable-background-networking", "--disable-component-update",
    "--disable-sync", "--disable-default-apps", "--disable-dev-shm-usage", "--mute-audio",
    "--metrics-recording-only", "--lang=en-US", "--host-resolver-rules=MAP * ~NOTFOUND",
    // Makes the rules of linked style sheets readable, so that edits in them can be named.
    "--allow-file-access-from-files",
    // Draws everything in one pass, in full, and identically on every processor.
    "--disable-checker-imaging", "--disable-partial-raster", "--disable-skia-runtime-opts",
    "--disable-new-content-rendering-timeout", "--run-all-compositor-stages-before-draw",
    "--disable-features=Translate,OptimizationHints,MediaRouter,DialMediaRouteProvider,"
      + "PaintHolding,BackForwardCache",
  ]

  /// The value of `CHROMIUM`; `nil` if it is empty or not set.
  package static var requestedProgram: String? {
    environmentVariable("CHROMIUM").flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Creates an environment with the fonts of a store.
  ///
  /// The browser is `program`; without it, the value of `CHROMIUM`; without that, the first of
  /// `programs` that is installed. If `repairsFontList` is true, damaged lines of the store's list
  /// of fonts are left out.
  package init(
    storeFolder: String, workFolder: String, program: String? = nil,
    repairsFontList: Bool = false,
    isStopped: @escaping @Sendable () -> Bool = { false }
  ) throws {
    let wanted = program ?? Self.requestedProgram
    let names = wanted.map { [$0] } ?? Self.programs
    guard let found = names.lazy.compactMap(pathOfProgram).first else {
      if let wanted {
        throw Failure.noBrowser("the browser '\(wanted)', which CHROMIUM names, does not exist")
      }
      throw Failure.noBrowser("there is no browser (\(names.joined(separator: ", ")))")
    }
    self.program = found
    self.workFolder = workFolder
    self.isStopped = isStopped
    var fonts = try FontSet(ofStoreIn: storeFolder, repairsList: repairsFontList)
    fonts.readHashes(cachingIn: "\(workFolder)/font-hashes")
    self.fonts = fonts
  }

  private static let hashDigits = 8

  func fingerprint(version: String) -> Fingerprint {
    let settings = Self.flags.joined(separator: "\n") + FontSettings.text(inFolder: "")
    return Fingerprint(
      engine: version, build: program.hasSuffix("headless-shell") ? "shell" : "full",
      settings: String(
        SHA256.hexadecimal(of: Array(settings.utf8)).prefix(Self.hashDigits)),
      fonts: String(fonts.fingerprint.prefix(Self.hashDigits)))
  }

  /// Returns the path for a new profile, and removes the profiles of processes that have ended.
  func newProfile() throws -> String {
    let profiles = "\(workFolder)/profiles"
    StoreFiles.removeFoldersOfEndedProcesses(in: profiles)
    try StoreFiles.makeFolder(profiles)
    return "\(profiles)/\(currentProcessID)-\(UInt64.random(in: .min ... .max))"
  }

  /// Writes the font configuration, and returns the environment variables of the browser.
  func prepareEnvironmentVariables() throws -> [String] {
    let fontFolder = "\(workFolder)/fonts-\(fonts.fingerprint.prefix(16))"
    try StoreFiles.makeFolder("\(fontFolder)/files")
    for font in fonts.fonts {
      guard let path = font.path else { continue }
      let link = "\(fontFolder)/files/\(font.fileName)"
      // A broken link points to a folder that the font has been moved out of.
      if StoreFiles.modificationStamp(of: link) == nil {
        try? Folders.createLink(at: link, to: path)
      }
    }
    let file = "\(fontFolder)/fonts.conf"
    let text = Array(FontSettings.text(inFolder: fontFolder).utf8)
    if try StoreFiles.contents(of: file) != text { try StoreFiles.replace(file, with: text) }
    return [
      "FONTCONFIG_FILE=\(fontFolder)/fonts.conf", "HOME=\(workFolder)", "PATH=/usr/bin:/bin",
      "TZ=UTC",
      "LANG=C.UTF-8", "LC_ALL=C.UTF-8", "DBUS_SESSION_BUS_ADDRESS=/dev/null",
    ]
  }
}
