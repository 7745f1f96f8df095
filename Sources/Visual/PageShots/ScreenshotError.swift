package import Bytes

/// A failure to draw a page.
package enum ScreenshotError: Error, Hashable, Sendable {
  /// No browser with any of these names was found.
  case noBrowserFound([String])
  /// The requested browser does not exist.
  case requestedBrowserMissing(String)
  case cannotStart(String)
  /// The browser ended; `lastOutput` is the end of its standard error.
  case exited(lastOutput: String)
  /// The browser did not answer for a number of seconds.
  case timedOut(seconds: Int, lastOutput: String)
  /// The wait for the browser ended because the caller asked to stop.
  case stopped
  /// The browser's answer is not JSON.
  case invalidAnswer
  /// The browser refused a command of the DevTools protocol.
  case commandFailed(method: String, reason: String)
  /// The page could not be loaded.
  case cannotLoadPage(String)
}

extension ScreenshotError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .noBrowserFound(let names): "there is no browser (\(names.joined(separator: ", ")))"
    case .requestedBrowserMissing(let name):
      "the browser '\(name)', which CHROMIUM names, does not exist"
    case .cannotStart(let why): "the browser cannot be started: \(why)"
    case .exited(let words): "the browser has ended" + Self.quoted(words)
    case .timedOut(let seconds, let words):
      "the browser has not answered for \(seconds) seconds" + Self.quoted(words)
    case .stopped: "the browser was stopped"
    case .invalidAnswer: "the browser's answer is not JSON"
    case .commandFailed(let method, let reason): "the browser refused \(method): \(reason)"
    case .cannotLoadPage(let why): "the page cannot be loaded: \(why)"
    }
  }

  private static func quoted(_ words: String) -> String {
    words.isEmpty ? "" : "; its last output: \(words)"
  }

  /// Whether the machine is the cause, rather than the page.
  private var isCausedByMachine: Bool {
    switch self {
    case .noBrowserFound, .requestedBrowserMissing, .cannotStart, .exited, .timedOut,
      .invalidAnswer:
      true
    case .stopped, .commandFailed, .cannotLoadPage: false
    }
  }

  /// Advice on how to install a browser, if that would help.
  package var advice: String? {
    switch self {
    case .noBrowserFound, .requestedBrowserMissing, .cannotStart:
      "install one (Debian: apt-get install chromium-headless-shell), or name it in CHROMIUM"
    case .exited, .timedOut, .stopped, .invalidAnswer, .commandFailed, .cannotLoadPage: nil
    }
  }
}

extension Failure {
  /// Whether the machine is the cause of a failed screenshot, rather than the page.
  package var isCausedByMachine: Bool { kind != .other }
}

extension ScreenshotError: ReportableError {
  package var failure: Failure {
    Failure(isCausedByMachine ? .environment : .other, message: description, advice: advice)
  }
}
