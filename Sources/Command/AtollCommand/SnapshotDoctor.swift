import OperatingSystem
import PageShots
import Snapshots

/// `atoll snapshot doctor`: tells whether pictures can be taken here and the store be believed.
enum SnapshotDoctor {
  static func run(_ invocation: Invocation) throws(Stop) {
    let store = SnapshotCommands.store(invocation)
    let console = Console(invocation)
    var worst: ExitCode?
    do throws(SnapshotError) {
      let manifest = try PictureManifest(ofStoreIn: store)
      try? console.print(
        "pictures   \(manifest.entries.count) in \(store)/\(PictureManifest.fileName)\n")
      for name in try Decisions(ofStoreIn: store).references() where !name.isPicture {
        if let bytes = try StoreFiles.contents(of: "\(store)/\(name)"),
          let damage = Damage(in: bytes)
        {
          worst = .corrupt
          console.say(.error, "the reference is damaged: \(damage)", at: "\(store)/\(name)")
        }
      }
    } catch {
      worst = .corrupt
      console.say(.error, error.message, at: error.path)
    }
    do throws(ShotError) {
      let isRight = try checkBrowser(store, invocation, console)
      if !isRight { worst = worst ?? .environment }
    } catch {
      worst = worst ?? .environment
      console.say(
        .error, error.description,
        advice: error.wantsBrowser
          ? "install one (Debian: apt-get install chromium-headless-shell), or name it in CHROMIUM"
          : nil)
    }
    if worst != .environment, let times = invocation.count(SnapshotOptions.repeated),
      try !SnapshotSteadiness.check(times, invocation)
    {
      worst = worst ?? .environment
    }
    if let worst { throw .failure(worst, "not all is well") }
  }

  private static func checkBrowser(
    _ store: String, _ invocation: Invocation, _ console: Console
  ) throws(ShotError) -> Bool {
    let work: String
    do { work = try RunRecord.makeWorkFolder(ofStoreIn: store) } catch {
      throw .file(error.description)
    }
    let environment = try ShotEnvironment(storeFolder: store, workFolder: absolutePath(work))
    let browser = try Browser.start(environment)
    try? console.print("browser    \(environment.program)\n")
    try? console.print("engine     \(browser.version)\n")
    try? console.print("this one   \(browser.fingerprint)\n")
    let manifest = (try? PictureManifest(ofStoreIn: store))?.entries.values.map { $0 } ?? []
    let others = Dictionary(grouping: manifest, by: \.fingerprint)
      .filter { $0.key != browser.fingerprint }
    var isRight = true
    for (fingerprint, pictures) in others.sorted(by: { $0.key < $1.key }) {
      isRight = false
      console.say(
        .warning,
        "of \(pictures.count) pictures: \(Fingerprint.difference(fingerprint, browser.fingerprint))",
        advice: "compare with 'atoll snapshot verify --against REF'")
    }
    var fonts = environment.fonts
    if invocation.has(SnapshotOptions.recordFonts) {
      fonts.addUsual(ofStoreIn: store)
      fonts.readHashes(rememberingIn: "\(environment.folder)/font-hashes")
    }
    for font in fonts.fonts {
      let state = font.path == nil ? "missing" : font.isRight ? "here" : "another version"
      try? console.print("font       \(font.file)  \(state)\n")
      if !font.isRight {
        isRight = false
        console.say(
          .warning, "the font is \(state)", at: font.file,
          advice: font.advice(inStore: store))
      }
    }
    if invocation.has(SnapshotOptions.recordFonts) {
      do {
        try StoreFiles.replace(
          "\(store)/\(FontSet.fileName)", with: Array(fonts.listing.utf8))
      } catch {
        throw .file(error.description)
      }
    }
    return isRight
  }
}
