package import AtollBytes

/// The reasons why an input cannot be decompressed; `attributingReadErrors` adds its path.
extension Failure {
  /// Returns the failure for an input that is compressed in a format other than gzip.
  package static func unsupportedCompression(_ form: Compression, at path: String? = nil) -> Failure
  {
    Failure(
      .badInput,
      message: "the input is compressed with \(form.rawValue), which is not supported",
      at: path, advice: "decompress it, or compress it with gzip")
  }

  static var truncatedGzip: Failure {
    Failure(.badInput, message: "the gzip file is truncated", advice: "fetch or export it again")
  }

  static func damagedGzip(at offset: Int) -> Failure {
    Failure(
      .badInput, message: "the gzip file is damaged at about byte \(offset)",
      advice: "fetch or export it again")
  }
}
