import PageShots

extension ShotError {
  /// The way to get a browser, if that would help.
  var advice: String? {
    wantsBrowser
      ? "install one (Debian: apt-get install chromium-headless-shell), or name it in CHROMIUM"
      : nil
  }
}

extension CommandError {
  /// A screenshot that could not be taken.
  init(_ error: ShotError) {
    self = .failure(
      error.isEnvironment ? .environment : .failure, error.description, advice: error.advice)
  }
}
