import Bytes

/// A headless browser that stays open from page to page: no network, no scripts, no animations.
package struct Browser: ~Copyable {
  private var process: BrowserProcess
  private var lastOrder = 0
  private var session: String?
  /// Answers and events that came while something else was waited for.
  private var answers: [Int: JSONTree] = [:]
  /// Whether the browser's inspector is at work.
  var isInspecting = false
  /// The loads that have come to their end, by the names that the browser gives them.
  private var loaded: Set<String> = []
  /// The engine and its version, such as `HeadlessChrome/156.0.8078.79`.
  package private(set) var version = ""
  /// One name for the engine, its flags and its fonts.
  package private(set) var fingerprint = ""

  /// What the page asked for, once that was wanted of any.
  private var asked: LoadedFiles?

  /// Of pages taller than this no picture is taken: half of one would be none.
  package static let tallest = 60_000
  private static let firstHeight = 800
  /// How often a picture is taken that has not the size of its page.
  private static let mostTries = 5

  private init(_ process: consuming BrowserProcess) { self.process = process }

  /// Starts a browser.
  package static func start(_ environment: ShotEnvironment) throws(ShotError) -> Browser {
    let variables = try environment.prepare()
    var browser = Browser(
      try BrowserProcess.start(
        environment.program,
        ShotEnvironment.flags + ["--remote-debugging-pipe", "about:blank"], environment: variables,
        profile: environment.newProfile()))
    try browser.begin(environment)
    return browser
  }

  private mutating func begin(_ environment: ShotEnvironment) throws(ShotError) {
    version = try ask("Browser.getVersion")["product"]?.string ?? "unknown"
    fingerprint = environment.fingerprint(version: version)
    let target = try ask("Target.createTarget", ["url": "about:blank"])
    let attached = try ask(
      "Target.attachToTarget", ["targetId": target["targetId"] ?? .null, "flatten": true])
    session = attached["sessionId"]?.string
    _ = try ask("Page.enable")
    _ = try ask("Page.setLifecycleEventsEnabled", ["enabled": true])
    _ = try ask("Emulation.setScriptExecutionDisabled", ["value": true])
    _ = try ask(
      "Network.emulateNetworkConditions",
      ["offline": true, "latency": 0, "downloadThroughput": 0, "uploadThroughput": 0])
  }

  // MARK: Orders

  /// Sends an order without waiting for its answer.
  mutating func send(
    _ method: String, _ parameters: JSONTree = [:]
  ) throws(ShotError) -> Int {
    lastOrder += 1
    var order: [String: JSONTree] = [
      "id": .number(Double(lastOrder)), "method": .string(method), "params": parameters,
    ]
    if let session { order["sessionId"] = .string(session) }
    try process.send(JSONTree.object(order).text)
    return lastOrder
  }

  mutating func ask(
    _ method: String, _ parameters: JSONTree = [:]
  ) throws(ShotError) -> JSONTree {
    let order = try send(method, parameters)
    return try answer(to: order, method)
  }

  mutating func answer(to order: Int, _ method: String) throws(ShotError) -> JSONTree {
    while true {
      if let message = answers.removeValue(forKey: order) {
        if let error = message["error"] {
          throw .refused(order: method, reason: error["message"]?.string ?? "unknown")
        }
        return message["result"] ?? .null
      }
      try receive()
    }
  }

  private mutating func receive() throws(ShotError) { try note(try process.receive()) }

  /// Keeps an answer for whoever waits for it, or heeds an event.
  private mutating func note(_ bytes: [UInt8]) throws(ShotError) {
    guard let message = try? JSONTree(bytes) else {
      throw .refused(order: "an order", reason: "its answer is no JSON")
    }
    if let id = message["id"]?.int {
      answers[id] = message
    } else if message["method"]?.string == "Page.lifecycleEvent" {
      let event = message["params"]
      if event?["name"]?.string == "load", let load = event?["loaderId"]?.string {
        loaded.insert(load)
      }
    } else if message["method"]?.string == "Inspector.targetCrashed" {
      throw .page("it crashed the browser")
    } else if message["method"]?.string == "Page.frameAttached" {
      asked?.noteFrame()
    } else if message["method"]?.string == "Network.requestWillBeSent",
      let address = message["params"]?["request"]?["url"]?.string
    {
      asked?.note(address: address)
    }
  }

  // MARK: Pictures

  /// Draws a page and takes its picture.
  package mutating func shoot(_ page: PageRequest) throws(ShotError) -> Shot {
    answers = [:]
    if page.wantsFiles, asked == nil { _ = try ask("Network.enable") }
    if page.wantsFiles || asked != nil { asked = LoadedFiles() }
    _ = try send("Emulation.setEmulatedMedia", Self.media(of: page))
    _ = try send("Emulation.setDeviceMetricsOverride", Self.metrics(page.width, Self.firstHeight))
    try load(page)
    try force(page.state)
    let height = try settle(page)
    var shot = Shot(file: try picture(width: page.width, height: height))
    if page.wantsLayout {
      shot.characters = try characters()
      shot.layout = try layout()
    }
    if page.wantsAccessibility { shot.accessibility = try accessibility() }
    if page.wantsFiles {
      // Whatever the page asked for while it was drawn is told before this is answered.
      _ = try ask("Runtime.evaluate", ["expression": "0", "returnByValue": true])
      shot.files = asked
    }
    return shot
  }

  /// Opens the page, and waits until this very load has ended: the end of one before may be told late.
  private mutating func load(_ page: PageRequest) throws(ShotError) {
    loaded = []
    let navigated = try ask("Page.navigate", ["url": .string(LoadedFiles.address(of: page.path))])
    if let why = navigated["errorText"]?.string { throw .page(why) }
    guard let load = navigated["loaderId"]?.string else { throw .page("it is not loaded anew") }
    while !loaded.contains(load) { try receive() }
  }

  /// The picture of a page of this size; one that shows it as it was before it got the size is
  /// taken again.
  private mutating func picture(width: Int, height: Int) throws(ShotError) -> [UInt8] {
    for _ in 0..<Self.mostTries {
      _ = try send("Emulation.setDeviceMetricsOverride", Self.metrics(width, height))
      let order = try send(
        "Page.captureScreenshot", ["format": "png", "optimizeForSpeed": true])
      let picture = try answer(to: order, "Page.captureScreenshot")
      guard let data = picture["data"]?.string, let file = bytes(ofBase64: data) else { continue }
      do throws(PictureError) {
        if try PNGReader.size(of: file) == (width, height) { return file }
      } catch {
        throw .picture(error)
      }
    }
    throw .picture(.truncated)
  }

  /// Holds everything still, waits for fonts and pictures, and tells how tall the page is.
  private mutating func settle(_ page: PageRequest) throws(ShotError) -> Int {
    let order = try send(
      "Runtime.evaluate",
      [
        "expression": .string(Self.stillness(isMirrored: page.isMirrored)), "awaitPromise": true,
        "returnByValue": true,
      ])
    let measuring = try send("Page.getLayoutMetrics")
    let answer = try answer(to: order, "Runtime.evaluate")
    if let details = answer["exceptionDetails"] {
      throw .refused(order: "to hold still", reason: details["text"]?.string ?? "unknown")
    }
    let size = try self.answer(to: measuring, "Page.getLayoutMetrics")["cssContentSize"]
    guard let height = size?["height"]?.number, height >= 1 else { throw .picture(.empty) }
    guard height <= Double(Self.tallest) else {
      throw .picture(.tooTall(Int(min(height, Double(Int32.max)))))
    }
    return Int(height.rounded(.up))
  }

  /// A sheet of our own is put in by the way that no policy of a page forbids.
  private static func stillness(isMirrored: Bool) -> String {
    """
    (async () => {
      \(isMirrored ? "document.documentElement.dir = 'rtl';" : "")
      const sheet = new CSSStyleSheet();
      sheet.replaceSync('*, *::before, *::after { animation: none !important; '
        + 'transition: none !important; caret-color: transparent !important; '
        + 'scroll-behavior: auto !important; }');
      document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
      document.body && document.body.offsetHeight;
      await document.fonts.ready;
      return 0;
    })()
    """
  }

  private static func metrics(_ width: Int, _ height: Int) -> JSONTree {
    [
      "width": .number(Double(width)), "height": .number(Double(height)), "deviceScaleFactor": 1,
      "mobile": false,
    ]
  }

  private static func media(of page: PageRequest) -> JSONTree {
    [
      "media": page.isPrint ? "print" : "screen",
      "features": [
        ["name": "prefers-color-scheme", "value": page.isDark ? "dark" : "light"],
        ["name": "prefers-contrast", "value": page.hasContrast ? "more" : "no-preference"],
        ["name": "prefers-reduced-motion", "value": "reduce"],
      ],
    ]
  }

  // MARK: What is taken beside

  /// The layout, and every declaration of the page's style sheets, as the browser tells them.
  private mutating func layout() throws(ShotError) -> KeptLayout {
    let layout = try send(
      "DOMSnapshot.captureSnapshot",
      ["computedStyles": .array(PageLayout.properties.map { .string($0) })])
    let bytes = try rawAnswer(to: layout)
    let rules = try send(
      "Runtime.evaluate", ["expression": .string(Declaration.script), "returnByValue": true])
    return KeptLayout(bytes + [UInt8(ascii: "\n")] + (try rawAnswer(to: rules)))
  }

  /// The whole message that answers an order, not read: it may be large.
  private mutating func rawAnswer(to order: Int) throws(ShotError) -> [UInt8] {
    let front = Array("{\"id\":\(order),".utf8)
    while true {
      let message = try process.receive()
      if message.starts(with: front) { return message }
      try note(message)
    }
  }

  private mutating func characters() throws(ShotError) -> String {
    let script = "[...new Set(document.documentElement.innerText)].join('')"
    let answer = try ask(
      "Runtime.evaluate", ["expression": .string(script), "returnByValue": true])
    return answer["result"]?["value"]?.string ?? ""
  }

  private mutating func accessibility() throws(ShotError) -> String {
    AccessibilityTree.text(of: try ask("Accessibility.getFullAXTree"))
  }
}

/// The bytes that a text in base 64 stands for (RFC 4648).
func bytes(ofBase64 text: String) -> [UInt8]? {
  var text = text
  return text.withUTF8 { source in
    let length = source.count
    guard length % 4 == 0 else { return nil }
    var isRight = true
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: length / 4 * 3) { target, count in
      var index = 0
      while index < length {
        var group: UInt32 = 0
        var padding = 0
        var place = 0
        while place < 4 {
          let byte = unsafe source[index &+ place]
          let value: UInt32
          switch byte {
          case 65...90: value = UInt32(byte) &- 65
          case 97...122: value = UInt32(byte) &- 71
          case 48...57: value = UInt32(byte) &+ 4
          case 43: value = 62
          case 47: value = 63
          case 61 where index &+ 4 == length && place >= 2:
            value = 0
            padding &+= 1
          case _:
            isRight = false
            return
          }
          group = group << 6 | value
          place &+= 1
        }
        unsafe target[count] = UInt8(truncatingIfNeeded: group >> 16)
        if padding < 2 { unsafe target[count &+ 1] = UInt8(truncatingIfNeeded: group >> 8) }
        if padding < 1 { unsafe target[count &+ 2] = UInt8(truncatingIfNeeded: group) }
        count &+= 3 &- padding
        index &+= 4
      }
    }
    return isRight ? bytes : nil
  }
}
