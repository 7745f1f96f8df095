import PageShots

extension ScreenshotError {
  /// Advice on how to install a browser, if that would help.
  var advice: String? {
    suggestsInstallingBrowser
      ? "install one (Debian: apt-get install chromium-headless-shell), or name it in CHROMIUM"
      : nil
  }
}

extension CommandError {
  /// Creates the error for a screenshot that could not be taken.
  init(_ error: ScreenshotError) {
    self = .failure(
      error.isCausedByMachine ? .environment : .failure, message: error.description,
      advice: error.advice)
  }
}
