/// Why no picture could be taken.
package enum ShotError: Error, Hashable, Sendable {
  /// There is no browser; what was looked for.
  case noBrowser([String])
  /// There is no such program, and it is the one that was asked for.
  case noProgram(String)
  case cannotStart(String)
  /// The browser ended, or fell silent for this many seconds; the last it wrote to its standard error.
  case ended(lastWords: String)
  case silent(seconds: Int, lastWords: String)
  /// The browser answered with something that is no JSON.
  case garbled
  /// The browser refused an order.
  case refused(order: String, reason: String)
  /// The page could not be loaded.
  case page(String)
  case picture(PictureError)
  /// A file that is needed to take pictures cannot be read or written.
  case file(String)
}

extension ShotError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .noBrowser(let names): "there is no browser (\(names.joined(separator: ", ")))"
    case .noProgram(let name): "the browser '\(name)', which CHROMIUM names, is not there"
    case .cannotStart(let why): "the browser cannot be started: \(why)"
    case .ended(let words): "the browser has ended" + Self.quoted(words)
    case .silent(let seconds, let words):
      "the browser has not answered for \(seconds) seconds" + Self.quoted(words)
    case .garbled: "the browser answered with something that is no JSON"
    case .refused(let order, let reason): "the browser refused \(order): \(reason)"
    case .page(let why): "the page cannot be loaded: \(why)"
    case .picture(let error): "the picture is refused: \(error)"
    case .file(let why): why
    }
  }

  private static func quoted(_ words: String) -> String {
    words.isEmpty ? "" : "; the last it wrote: \(words)"
  }

  /// Whether it is the machine's fault and not that of the page.
  package var isEnvironment: Bool {
    switch self {
    case .noBrowser, .noProgram, .cannotStart, .ended, .silent, .garbled, .file: true
    case .refused, .page, .picture: false
    }
  }

  /// Whether another browser, or one at all, would help.
  package var wantsBrowser: Bool {
    switch self {
    case .noBrowser, .noProgram, .cannotStart: true
    case .ended, .silent, .garbled, .file, .refused, .page, .picture: false
    }
  }
}
