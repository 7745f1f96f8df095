/// The form of ids in file names: percent-encoded, and at most `maximumLength` bytes long.
package enum FileNameEncoding {
  /// Returns the form of an id in file names.
  ///
  /// A leading dot is encoded, too, because it would hide the file. If the result is too long, its
  /// end is replaced by `~` and a hash of the id: `%C3%A4…~0123456789abcdef…`.
  package static func encoded(_ id: [UInt8]) -> [UInt8] {
    var encoded = PercentEncoding.encoded(id)
    if encoded.first == UInt8(ascii: ".") { encoded.replaceSubrange(0..<1, with: "%2E".utf8) }
    if encoded.count <= maximumWholeLength { return encoded }
    var beginning = encoded.prefix(maximumBeginningLength)
    if let percent = beginning.suffix(2).lastIndex(of: UInt8(ascii: "%")) {
      beginning = beginning[..<percent]
    }
    return Array(beginning) + "~\(SHA256.hexadecimal(of: id).prefix(hashLength))".utf8
  }

  /// The maximum length, in bytes, of an encoded id that is not shortened.
  ///
  /// A shortened id is longer than this, so it is never the same as an id that was not shortened.
  private static let maximumWholeLength = 200
  /// The maximum number of bytes that a shortened id keeps; a percent escape is never cut in two.
  private static let maximumBeginningLength = 170
  /// The number of digits of the hash: 128 bits, so that no two ids can be made to share a name.
  private static let hashLength = 32
  package static let maximumLength = maximumBeginningLength + 1 + hashLength
}
