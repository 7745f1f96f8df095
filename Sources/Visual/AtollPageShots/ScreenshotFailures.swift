package import AtollBytes

extension Failure {
  /// True if the machine, not the page, is the reason why the screenshot failed.
  package var isCausedByMachine: Bool { kind != .other }

  /// Returns the failure to find or start a browser.
  static func noBrowser(_ message: String) -> Failure {
    Failure(
      .environment, message: message,
      advice:
        "install one (Debian: apt-get install chromium-headless-shell), or name it in CHROMIUM")
  }

  /// Returns the failure of a browser that has ended; `lastOutput` is the end of its standard
  /// error.
  package static func browserEnded(lastOutput: String) -> Failure {
    Failure(.environment, message: "the browser has ended" + quoted(lastOutput))
  }

  static func timedOut(seconds: Int, lastOutput: String) -> Failure {
    Failure(
      .environment,
      message: "the browser has not answered for \(seconds) seconds" + quoted(lastOutput))
  }

  private static func quoted(_ lastOutput: String) -> String {
    lastOutput.isEmpty ? "" : "; its last output: \(lastOutput)"
  }

  static var screenshotOfWrongSize: Failure {
    Failure(.other, message: "no attempt gave a screenshot of the page's size")
  }

  static func failedStillnessScript(reason: String?) -> Failure {
    Failure(
      .other,
      message:
        "the script that stops animations and waits for fonts failed: \(reason ?? "no reason given")"
    )
  }

  /// The failure for a wait that ended because the caller asked to stop.
  static var browserStopped: Failure { Failure(.other, message: "the browser was stopped") }

  static func refusedCommand(_ method: String, reason: String?) -> Failure {
    Failure(.other, message: "the browser refused \(method): \(reason ?? "unknown")")
  }

  static func cannotLoadPage(_ reason: String) -> Failure {
    Failure(.other, message: "the page cannot be loaded: \(reason)")
  }
}

extension Failure {
  /// Returns a failure whose message is the end of a sentence: callers put words such as "the
  /// screenshot is refused: " before it.
  private static func unusablePicture(_ problem: String) -> Failure {
    Failure(.other, message: problem)
  }

  static var notPNG: Failure { unusablePicture("it is not a PNG file") }
  static var truncatedPicture: Failure { unusablePicture("the file is cut off") }

  /// Returns the failure of a missing or damaged chunk; `chunk` is its name or its position in the
  /// file.
  static func damagedPicture(_ chunk: String) -> Failure {
    unusablePicture("its chunk \(chunk) is damaged")
  }

  static func unsupportedPicture(_ kind: String) -> Failure {
    unusablePicture("it is a PNG with \(kind), which is not supported")
  }

  static var pictureTooLarge: Failure {
    unusablePicture("it has more than \(Bitmap.maximumPixelCount / 1_000_000) million pixels")
  }

  static var emptyPicture: Failure { unusablePicture("it is empty") }
  package static var pictureOfOneColor: Failure { unusablePicture("all of it is one colour") }

  package static func missingGlyphs(_ characters: [String]) -> Failure {
    let rest = characters.count - maximumListedCharacterCount
    let named = characters.prefix(maximumListedCharacterCount).joined(separator: " ")
    return unusablePicture(
      "no font has a glyph for \(rest > 0 ? "\(named) and \(rest) more" : named); put a font that "
        + "has them in \(FontSet.projectFontFolder) of the store, or name an installed one in "
        + FontSet.fileName)
  }

  private static let maximumListedCharacterCount = 20

  /// Returns the failure of a page taller than `Browser.maximumPageHeight`; `height` is in CSS
  /// pixels.
  static func pageTooTall(_ height: Int) -> Failure {
    unusablePicture(
      "the page is \(height) pixels tall, and screenshots show \(Browser.maximumPageHeight) at "
        + "most; shorten or split it")
  }

  /// Returns the failure of a page wider than `Browser.maximumPageWidth`; `width` is in CSS pixels.
  static func pageTooWide(_ width: Int) -> Failure {
    unusablePicture(
      "the content of the page is \(width) pixels wide, and screenshots show "
        + "\(Browser.maximumPageWidth) at most")
  }

  /// Returns the failure of a screenshot whose file cannot be read or used.
  package static func refusedScreenshot(_ failure: Failure) -> Failure {
    Failure(.other, message: "the screenshot is refused: \(failure.message)")
  }
}
