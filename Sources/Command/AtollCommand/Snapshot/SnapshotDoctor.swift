import AtollArguments
import AtollBytes
import AtollOperatingSystem
import AtollPageShots
import AtollPictureTests
import AtollSnapshots

/// The work of `atoll snapshot doctor`, which checks the browser, the fonts and the store.
struct SnapshotDoctor {
  private let storeFolder: String
  private let arguments: SnapshotArguments
  private let console: Console
  private var worstFailureKind: Failure.Kind?

  static func run(_ arguments: SnapshotArguments) throws {
    if arguments.repetitions == nil {
      if !arguments.names.isEmpty {
        throw Failure(
          commandLine: "NAME chooses screenshots to take repeatedly", advice: "add --repeat N")
      }
      try arguments.common.given.reject(["suite", "jobs"], advice: "add --repeat N") {
        "\($0) is about screenshots to take repeatedly"
      }
    }
    var doctor = SnapshotDoctor(arguments)
    doctor.checkReferences()
    doctor.checkScreenshots()
    if doctor.worstFailureKind != .environment, doctor.worstFailureKind != .corrupt,
      let times = arguments.repetitions
    {
      try doctor.checkStability(repetitions: times)
    }
    if let worstFailureKind = doctor.worstFailureKind {
      throw Failure(worstFailureKind, message: "the check found problems")
    }
  }

  private init(_ arguments: SnapshotArguments) {
    self.arguments = arguments
    storeFolder = arguments.storeFolder
    console = Console(arguments.common)
  }

  private mutating func checkReferences() {
    do throws(SnapshotError) {
      let manifest = try ScreenshotManifest(ofStoreIn: storeFolder)
      try? console.print(
        "pictures   \(manifest.entries.count) in \(storeFolder)/\(ScreenshotManifest.fileName)\n")
      for name in try PendingSnapshots(ofStoreIn: storeFolder).referenceNames()
      where !name.isScreenshot {
        if let bytes = try StoreFiles.contents(of: "\(storeFolder)/\(name)"),
          let damage = Damage(in: bytes)
        {
          worstFailureKind = .corrupt
          console.say(
            .error, message: "the reference is damaged: \(damage)", at: "\(storeFolder)/\(name)")
        }
      }
    } catch {
      worstFailureKind = .corrupt
      console.say(.error, message: error.message, at: error.path)
    }
  }

  private mutating func checkScreenshots() {
    do {
      let work = try RunRecord.makeWorkFolder(ofStoreIn: storeFolder)
      let environment = try BrowserEnvironment(
        storeFolder: storeFolder, workFolder: absolutePath(work),
        repairsFontList: arguments.recordsFonts)
      try checkBrowser(environment)
      try checkFonts(environment)
    } catch {
      let failure = Failure(error)
      worstFailureKind = worstFailureKind ?? (failure.kind == .corrupt ? .corrupt : .environment)
      console.say(failure)
    }
  }

  private mutating func checkBrowser(_ environment: BrowserEnvironment) throws {
    let browser = try Browser.start(environment)
    let currentFingerprint = browser.fingerprint
    try? console.print("browser    \(environment.program)\n")
    try? console.print("engine     \(browser.version)\n")
    try? console.print("this one   \(currentFingerprint)\n")
    let entries = (try? ScreenshotManifest(ofStoreIn: storeFolder))?.entries.values.map { $0 } ?? []
    let others = Dictionary(grouping: entries, by: \.fingerprint).filter {
      $0.key != currentFingerprint
    }
    for (fingerprint, pictures) in others.sorted(by: { $0.key < $1.key }) {
      let difference = Fingerprint.difference(of: fingerprint, from: currentFingerprint)
      warn(
        "of \(pictures.count) screenshots: \(difference)",
        advice: "compare with 'atoll snapshot verify --against REF'")
    }
  }

  private mutating func checkFonts(_ environment: BrowserEnvironment) throws {
    var fonts = environment.fonts
    let isRecording = arguments.recordsFonts
    if isRecording {
      fonts.addDefaultFonts(ofStoreIn: storeFolder)
      fonts.readHashes(cachingIn: "\(environment.workFolder)/font-hashes")
    }
    for font in fonts.fonts {
      let state = font.path == nil ? "missing" : font.isRequiredVersion ? "here" : "another version"
      try? console.print("font       \(font.fileName)  \(state)\n")
      if !font.isRequiredVersion {
        warn(
          font.path == nil ? "the font is missing" : "the font is another version",
          at: font.fileName, advice: font.advice(inStore: storeFolder))
      }
    }
    if isRecording { try fonts.write(toStoreIn: storeFolder) }
  }

  private mutating func checkStability(repetitions times: Int) throws {
    let run = try SuiteCommand.suiteRun(for: arguments)
    let (environment, work) = try SuiteCommand.browserEnvironment(ofStoreIn: run.storeFolder)
    let check = try StabilityCheck(of: run, times: times, environment: environment, work: work)
    for (name, pictureCount) in check.unstableSnapshots {
      warn("\(times) attempts gave \(pictureCount) different screenshots", at: name.text)
    }
    if check.unstableSnapshots.isEmpty {
      try console.print("steady     \(check.pictureCount) screenshots, \(times) times each\n")
    }
  }

  private mutating func warn(_ message: String, at place: String? = nil, advice: String? = nil) {
    worstFailureKind = worstFailureKind ?? .environment
    console.warn(message, at: place, advice: advice)
  }
}
