import AtollBytes
import AtollSnapshots

/// A headless browser that stays open from page to page, without network access, scripts or
/// animations.
///
/// It is driven by the Chrome DevTools protocol:
/// <https://chromedevtools.github.io/devtools-protocol/>.
package struct Browser: ~Copyable {
  private var process: BrowserProcess
  private var lastCommandID = 0
  private var sessionID: String?
  /// The id of the tab that the browser opened when it started; `nil` until it is known.
  private var firstTabID: String?
  /// The answers that arrived while the answer to another command was awaited, by command id.
  private var answers: [Int: JSONValue] = [:]
  /// True if the protocol's DOM and CSS domains are enabled.
  var isInspecting = false
  /// The loader ids in the `load` events since the latest page was requested.
  private var finishedLoaderIDs: Set<String> = []
  /// The engine and its version, such as `HeadlessChrome/156.0.8078.79`.
  package private(set) var version = ""
  /// The `Fingerprint` of the engine, its flags and its fonts, as text.
  package private(set) var fingerprint = ""

  /// The files that the page loaded; `nil` until a request asks for them.
  private var loadedFiles: LoadedFiles?
  private var site: SiteFiles?
  /// True if the browser pauses before it loads a file, so that this program can change the
  /// address.
  private var interceptsFileRequests = false
  private let environment: BrowserEnvironment
  /// The number of screenshot pixels per CSS pixel.
  ///
  /// It is set when the browser starts, because the browser rounds borders to whole device pixels.
  private let scale: Int
  private var emulatesTouch = false
  private var hasTakenScreenshot = false

  /// The largest height of a page in CSS pixels; a screenshot of a taller page would be cut off.
  package static let maximumPageHeight = 60_000
  /// The largest width of a page's content in CSS pixels.
  package static let maximumPageWidth = 20_000
  /// The maximum number of attempts to take a screenshot of the right size, or to resize the
  /// window.
  private static let maximumAttemptCount = 5
  /// The maximum number of attempts to start a browser.
  private static let maximumStartCount = 3
  /// The number of seconds after which a browser's first screenshot is requested again.
  private static let firstAttemptTimeout = 5
  /// The number of seconds after which the wait for a browser's first screenshot fails.
  private static let firstScreenshotTimeout = 60

  /// Starts a browser whose screenshots have `scale` pixels for each CSS pixel.
  ///
  /// It is tried more than once, because starting may fail on a busy machine.
  package static func start(
    _ environment: BrowserEnvironment, scale: Int = 1
  ) throws -> Browser {
    for _ in 1..<maximumStartCount where !environment.isStopped() {
      if let browser = try? startOnce(environment, scale: scale) { return browser }
    }
    if environment.isStopped() { throw Failure.browserStopped }
    return try startOnce(environment, scale: scale)
  }

  private static func startOnce(
    _ environment: BrowserEnvironment, scale: Int
  ) throws -> Browser {
    let variables = try environment.prepareEnvironmentVariables()
    let flags = BrowserEnvironment.flags + ["--force-device-scale-factor=\(scale)"]
    var browser = Browser(
      process: try BrowserProcess.start(
        environment.program, arguments: flags + ["--remote-debugging-pipe", "about:blank"],
        environment: variables, profile: try environment.newProfile(),
        isStopped: environment.isStopped),
      environment: environment, scale: scale)
    try browser.begin()
    return browser
  }

  private mutating func begin() throws {
    version = try ask("Browser.getVersion")["product"]?.string ?? "unknown"
    fingerprint = environment.fingerprint(version: version).text
    let attached = try ask(
      "Target.attachToTarget", with: ["targetId": .string(try waitForFirstTab()), "flatten": true])
    sessionID = attached["sessionId"]?.string
    _ = try ask("Page.enable")
    _ = try ask("Page.setLifecycleEventsEnabled", with: ["enabled": true])
    _ = try ask("Emulation.setScriptExecutionDisabled", with: ["value": true])
    _ = try ask(
      "Network.emulateNetworkConditions",
      with: ["offline": true, "latency": 0, "downloadThroughput": 0, "uploadThroughput": 0])
  }

  /// Waits for the tab that the browser opens when it starts, and returns its id.
  ///
  /// Unlike the headless shell, a full Chromium has windows. On a busy machine, it may never draw
  /// the first frame of a tab that is added before its window is drawn. A screenshot request for
  /// such a tab is never answered.
  private mutating func waitForFirstTab() throws -> String {
    _ = try ask("Target.setDiscoverTargets", with: ["discover": true])
    while true {
      if let firstTabID {
        _ = try ask("Target.setDiscoverTargets", with: ["discover": false])
        return firstTabID
      }
      try receive()
    }
  }

  package mutating func restart() throws {
    self = try Self.start(environment, scale: scale)
  }

  // MARK: Commands

  /// Sends a command without waiting for its answer, and returns its id.
  mutating func send(
    _ method: String, with parameters: JSONValue = [:]
  ) throws -> Int {
    lastCommandID += 1
    var command: [String: JSONValue] = [
      "id": JSONValue(lastCommandID), "method": .string(method), "params": parameters,
    ]
    if let sessionID { command["sessionId"] = .string(sessionID) }
    try process.send(JSONValue(sorted: command).serialized)
    return lastCommandID
  }

  mutating func ask(
    _ method: String, with parameters: JSONValue = [:]
  ) throws -> JSONValue {
    let commandID = try send(method, with: parameters)
    return try awaitAnswer(to: commandID, method: method)
  }

  mutating func awaitAnswer(to commandID: Int, method: String) throws -> JSONValue {
    let seconds = BrowserProcess.defaultTimeout
    guard let answer = try awaitAnswer(toAnyOf: [commandID], method: method, within: seconds) else {
      throw process.timeoutFailure(after: seconds)
    }
    return answer
  }

  /// Waits for the first answer to any of the commands; returns `nil` if nothing arrives for a
  /// number of seconds.
  private mutating func awaitAnswer(
    toAnyOf commandIDs: [Int], method: String, within seconds: Int
  ) throws -> JSONValue? {
    while true {
      for commandID in commandIDs {
        guard let message = answers.removeValue(forKey: commandID) else { continue }
        if let error = message["error"] {
          throw Failure.refusedCommand(method, reason: error["message"]?.string)
        }
        return message["result"] ?? .null
      }
      guard let message = try process.receiveInTime(within: seconds) else { return nil }
      try handle(message)
    }
  }

  private mutating func receive() throws { try handle(try process.receive()) }

  /// Stores an answer, or handles an event.
  private mutating func handle(_ bytes: [UInt8]) throws {
    guard let message = try? JSONValue(parsing: bytes, repairing: true) else {
      throw Failure(.environment, message: "the browser's answer is not JSON")
    }
    if let id = message["id"]?.int { answers[id] = message }
    let event = message["params"]
    switch message["method"]?.string {
    case "Page.lifecycleEvent":
      if event?["name"]?.string == "load", let loaderID = event?["loaderId"]?.string {
        finishedLoaderIDs.insert(loaderID)
      }
    case "Target.targetCreated":
      let tab = event?["targetInfo"]
      if tab?["type"]?.string == "page" { firstTabID = firstTabID ?? tab?["targetId"]?.string }
    case "Inspector.targetCrashed": throw Failure.cannotLoadPage("it crashed the browser")
    case "Page.frameAttached": loadedFiles?.markIncomplete()
    case "Network.requestWillBeSent":
      if let address = event?["request"]?["url"]?.string { loadedFiles?.add(address: address) }
    case "Fetch.requestPaused": if let event { try continueLoading(event) }
    case _: break
    }
  }

  /// Lets the browser load a file of the page's site; an address such as `/a.css` starts at its
  /// root.
  private mutating func continueLoading(_ event: JSONValue) throws {
    guard let id = event["requestId"]?.string else { return }
    var parameters: [String: JSONValue] = ["requestId": .string(id)]
    if let path = (event["request"]?["url"]?.string).flatMap(LoadedFiles.path) {
      let file = site?.pathOnSite(path) ?? path
      if file != path { parameters["url"] = .string(LoadedFiles.address(of: file)) }
    }
    _ = try send("Fetch.continueRequest", with: JSONValue(sorted: parameters))
  }

  // MARK: Screenshots

  /// Draws a page, and returns its screenshot and everything else that the request asks for.
  package mutating func takeScreenshot(of page: PageRequest) throws -> Screenshot {
    if page.scale != scale { self = try Self.start(environment, scale: page.scale) }
    answers = [:]
    if page.wantsFiles, loadedFiles == nil { _ = try ask("Network.enable") }
    if page.wantsFiles || loadedFiles != nil { loadedFiles = LoadedFiles(site: page.site) }
    _ = try send("Emulation.setEmulatedMedia", with: Self.media(of: page))
    let first = page.embedRequest ?? page
    let height = page.medium == .paged ? page.printedPageHeight : first.viewportHeight
    _ = try send(
      "Emulation.setDeviceMetricsOverride", with: Self.metrics(of: first, height: height))
    try setTouchEmulation(page.state == .touch)
    try load(page)
    try force(page.state)
    var extent = try waitUntilStill(first)
    var embedHeight: Int?
    if page.embedRequest != nil {
      embedHeight = extent.height
      try resizeWindow(for: page)
      extent = try waitUntilStill(page)
    }
    var screenshot = Screenshot(
      file: page.wantsScreenshot ? try picture(of: page, extent: extent) : [],
      height: extent.height,
      embedHeight: embedHeight, isCutOff: extent.isCutOff)
    if page.wantsLayout || page.fitsCards { screenshot.characters = try characters() }
    if page.wantsLayout { screenshot.layout = try layout() }
    if page.wantsAccessibilityTree {
      let tree = AccessibilityTree.text(of: try ask("Accessibility.getFullAXTree"))
      let attributes = try evaluate(AccessibilityTree.attributesScript)
      screenshot.accessibilityTree = tree + AccessibilityTree.linesOfAttributes(in: attributes)
    }
    if page.wantsFiles {
      // The events of everything that the page loaded arrive before this answer.
      try evaluate("0")
      screenshot.loadedFiles = loadedFiles
    }
    return screenshot
  }

  /// Resizes the window of a loaded page, and waits until the page has the new width.
  private mutating func resizeWindow(for page: PageRequest) throws {
    _ = try ask(
      "Emulation.setDeviceMetricsOverride",
      with: Self.metrics(of: page, height: page.viewportHeight))
    for _ in 0..<Self.maximumAttemptCount where try evaluate("innerWidth")?.int == page.width {
      return
    }
    throw Failure.cannotLoadPage("its window did not get a width of \(page.width) pixels")
  }

  /// Turns touch emulation on or off for the pages that are loaded next.
  private mutating func setTouchEmulation(_ isOn: Bool) throws {
    if isOn == emulatesTouch { return }
    _ = try ask(
      "Emulation.setTouchEmulationEnabled", with: ["enabled": .bool(isOn), "maxTouchPoints": 1])
    emulatesTouch = isOn
  }

  /// Reads the declarations of a page's style sheets, without taking a screenshot.
  package mutating func declarations(of page: PageRequest) throws -> [Declaration] {
    answers = [:]
    try load(page)
    return (try evaluate(Declaration.script)?.array ?? []).compactMap(Declaration.init)
  }

  /// Opens a page and waits for its `load` event.
  ///
  /// Only an event with the new page's loader id counts, because the event of the previous page may
  /// arrive late.
  private mutating func load(_ page: PageRequest) throws {
    finishedLoaderIDs = []
    site = page.site
    if site != nil, !interceptsFileRequests {
      _ = try ask("Fetch.enable", with: ["patterns": [["urlPattern": "file://*"]]])
      interceptsFileRequests = true
    }
    let navigated = try ask(
      "Page.navigate", with: ["url": .string(LoadedFiles.address(of: page.path))])
    if let why = navigated["errorText"]?.string { throw Failure.cannotLoadPage(why) }
    guard let loaderID = navigated["loaderId"]?.string else {
      throw Failure.cannotLoadPage("the browser did not load it again")
    }
    while !finishedLoaderIDs.contains(loaderID) { try receive() }
  }

  /// Returns a screenshot of the whole page; takes it again if it does not have the page's size
  /// yet.
  private mutating func picture(
    of page: PageRequest, extent: PageExtent
  ) throws -> [UInt8] {
    var parameters: [String: JSONValue] = ["format": "png", "optimizeForSpeed": true]
    if extent.width > page.width {
      // Overflow at the side is included, and the page keeps the width of its layout.
      parameters["captureBeyondViewport"] = true
      parameters["clip"] = [
        "x": JSONValue(extent.left), "y": 0, "width": JSONValue(extent.width),
        "height": JSONValue(extent.height), "scale": 1,
      ]
    }
    let size = (extent.width * page.scale, extent.height * page.scale)
    for _ in 0..<Self.maximumAttemptCount {
      let picture = try capture(
        page, height: extent.height, parameters: JSONValue(sorted: parameters))
      guard let data = picture["data"]?.string, let file = bytes(ofBase64: data) else { continue }
      let drawn = try translatingErrors(of: PNGReader.size(of: file), Failure.refusedScreenshot)
      if drawn == size { return file }
    }
    throw Failure.screenshotOfWrongSize
  }

  /// Captures a screenshot; a browser's first screenshot is requested again if it does not arrive.
  ///
  /// A browser with nothing new to draw never answers a request that came too early. The window is
  /// therefore resized and restored before each further request.
  private mutating func capture(
    _ page: PageRequest, height: Int, parameters: JSONValue
  ) throws -> JSONValue {
    let method = "Page.captureScreenshot"
    var commandIDs: [Int] = []
    var waited = 0
    while true {
      if !commandIDs.isEmpty {
        _ = try send(
          "Emulation.setDeviceMetricsOverride", with: Self.metrics(of: page, height: height + 1))
      }
      _ = try send(
        "Emulation.setDeviceMetricsOverride", with: Self.metrics(of: page, height: height))
      commandIDs.append(try send(method, with: parameters))
      let (attemptTimeout, totalTimeout) =
        hasTakenScreenshot
        ? (BrowserProcess.defaultTimeout, BrowserProcess.defaultTimeout)
        : (Self.firstAttemptTimeout, Self.firstScreenshotTimeout)
      if let picture = try awaitAnswer(toAnyOf: commandIDs, method: method, within: attemptTimeout)
      {
        hasTakenScreenshot = true
        return picture
      }
      waited += attemptTimeout
      if waited >= totalTimeout { throw process.timeoutFailure(after: waited) }
    }
  }

  /// Stops all movement on a loaded page, waits for its fonts, and measures it.
  private mutating func waitUntilStill(_ page: PageRequest) throws -> PageExtent {
    let commandID = try startEvaluating(page.stillnessScript)
    let measuring = try send("Page.getLayoutMetrics")
    let answer = try awaitAnswer(to: commandID, method: "Runtime.evaluate")
    if let details = answer["exceptionDetails"] {
      throw Failure.failedStillnessScript(reason: details["text"]?.string)
    }
    let size = try awaitAnswer(to: measuring, method: "Page.getLayoutMetrics")["cssContentSize"]
    var extent = try PageExtent(size, of: page)
    extent.isCutOff = answer["result"]?["value"]?.bool == false
    return extent
  }

  private static func metrics(of page: PageRequest, height: Int) -> JSONValue {
    [
      "width": JSONValue(page.width), "height": JSONValue(height),
      "deviceScaleFactor": JSONValue(page.scale), "mobile": false,
    ]
  }

  private static func media(of page: PageRequest) -> JSONValue {
    [
      "media": page.medium == .screen ? "screen" : "print",
      "features": [
        ["name": "prefers-color-scheme", "value": page.scheme.isDark ? "dark" : "light"],
        [
          "name": "prefers-contrast",
          "value": page.scheme.prefersMoreContrast ? "more" : "no-preference",
        ],
        ["name": "forced-colors", "value": page.scheme.hasForcedColors ? "active" : "none"],
        ["name": "prefers-reduced-motion", "value": "reduce"],
      ],
    ]
  }

  // MARK: Layout, characters, accessibility

  /// Returns the layout and the declarations of the page's style sheets, as the browser sent them.
  private mutating func layout() throws -> UnparsedLayout {
    let layout = try send(
      "DOMSnapshot.captureSnapshot",
      with: ["computedStyles": .array(PageLayout.properties.map { .string($0) })])
    let bytes = try awaitRawAnswer(to: layout)
    let rules = try startEvaluating(Declaration.script)
    return UnparsedLayout(bytes + [UInt8(ascii: "\n")] + (try awaitRawAnswer(to: rules)))
  }

  /// Returns the answer to a command as bytes, because it may be large and is seldom read.
  private mutating func awaitRawAnswer(to commandID: Int) throws -> [UInt8] {
    let front = Array("{\"id\":\(commandID),".utf8)
    while true {
      let message = try process.receive()
      if message.starts(with: front) { return message }
      try handle(message)
    }
  }

  private mutating func characters() throws -> String {
    try evaluate("[...new Set(document.documentElement.innerText)].join('')")?.string ?? ""
  }

  @discardableResult
  mutating func evaluate(_ script: String) throws -> JSONValue? {
    let commandID = try startEvaluating(script)
    return try awaitAnswer(to: commandID, method: "Runtime.evaluate")["result"]?["value"]
  }

  private mutating func startEvaluating(_ script: String) throws -> Int {
    try send(
      "Runtime.evaluate",
      with: ["expression": .string(script), "awaitPromise": true, "returnByValue": true])
  }
}
