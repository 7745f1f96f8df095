/// A failure to draw a page.
package enum ShotError: Error, Hashable, Sendable {
  /// No browser with any of these names was found.
  case noBrowser([String])
  /// The requested browser does not exist.
  case noProgram(String)
  case cannotStart(String)
  /// The browser ended; `lastWords` are its last lines on standard error.
  case ended(lastWords: String)
  /// The browser did not answer for a number of seconds.
  case silent(seconds: Int, lastWords: String)
  /// The browser's answer is not JSON.
  case garbled
  /// The browser refused a command of the DevTools protocol.
  case refused(order: String, reason: String)
  /// The page could not be loaded.
  case page(String)
  case picture(PictureError)
  /// A file that is needed for drawing cannot be read or written.
  case file(String)
}

extension ShotError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .noBrowser(let names): "there is no browser (\(names.joined(separator: ", ")))"
    case .noProgram(let name): "the browser '\(name)', which CHROMIUM names, does not exist"
    case .cannotStart(let why): "the browser cannot be started: \(why)"
    case .ended(let words): "the browser has ended" + Self.quoted(words)
    case .silent(let seconds, let words):
      "the browser has not answered for \(seconds) seconds" + Self.quoted(words)
    case .garbled: "the browser's answer is not JSON"
    case .refused(let order, let reason): "the browser refused \(order): \(reason)"
    case .page(let why): "the page cannot be loaded: \(why)"
    case .picture(let error): "the screenshot is refused: \(error)"
    case .file(let why): why
    }
  }

  private static func quoted(_ words: String) -> String {
    words.isEmpty ? "" : "; its last output: \(words)"
  }

  /// Whether the machine is the cause, rather than the page.
  package var isEnvironment: Bool {
    switch self {
    case .noBrowser, .noProgram, .cannotStart, .ended, .silent, .garbled, .file: true
    case .refused, .page, .picture: false
    }
  }

  /// Whether installing or naming a browser would help.
  package var wantsBrowser: Bool {
    switch self {
    case .noBrowser, .noProgram, .cannotStart: true
    case .ended, .silent, .garbled, .file, .refused, .page, .picture: false
    }
  }
}
