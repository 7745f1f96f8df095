/// Why no picture could be taken.
package enum ShotError: Error, Hashable, Sendable {
  /// There is no browser; what was looked for.
  case noBrowser([String])
  case cannotStart(String)
  /// The browser ended, or fell silent for this many seconds.
  case ended
  case silent(seconds: Int)
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
    case .cannotStart(let why): "the browser cannot be started: \(why)"
    case .ended: "the browser has ended"
    case .silent(let seconds): "the browser has not answered for \(seconds) seconds"
    case .refused(let order, let reason): "the browser refused \(order): \(reason)"
    case .page(let why): "the page cannot be loaded: \(why)"
    case .picture(let error): "the picture is refused: \(error)"
    case .file(let why): why
    }
  }

  /// Whether it is the machine's fault and not that of the page.
  package var isEnvironment: Bool {
    switch self {
    case .noBrowser, .cannotStart, .ended, .silent, .file: true
    case .refused, .page, .picture: false
    }
  }
}
