/// A format of compressed files, recognized by the first bytes of a file and not by its name.
package enum Compression: String, CaseIterable, Hashable, Sendable {
  case gzip, zstd, bzip2, xz, zip, lz4

  /// The byte sequences that a file may begin with.
  private var signatures: [[UInt8]] {
    switch self {
    case .gzip: [[0x1F, 0x8B]]
    case .zstd: [[0x28, 0xB5, 0x2F, 0xFD]]
    // The digits of pi follow the level or, in an empty file, those of the square root of pi. They
    // are compared as well, because text can begin with "BZh9", for example with a key.
    case .bzip2:
      (UInt8(ascii: "1")...UInt8(ascii: "9")).flatMap { level in
        let start: [UInt8] = [0x42, 0x5A, 0x68, level]
        return [
          start + [0x31, 0x41, 0x59, 0x26, 0x53, 0x59],
          start + [0x17, 0x72, 0x45, 0x38, 0x50, 0x90],
        ]
      }
    case .xz: [[0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00]]
    case .zip: [[0x50, 0x4B, 0x03, 0x04]]
    case .lz4: [[0x04, 0x22, 0x4D, 0x18]]
    }
  }

  private static let all = allCases.flatMap { form in form.signatures.map { (form, $0) } }

  package enum Detection: Hashable, Sendable {
    case plain
    case compressed(Compression)
    /// There are too few bytes to detect the format.
    case undecided
  }

  /// The number of bytes that is always enough to detect the format.
  package static let maximumSignatureLength = all.map(\.1.count).max() ?? 0

  package static func detect(in bytes: some Collection<UInt8>) -> Detection {
    var detection = Detection.plain
    for (form, signature) in all {
      if bytes.starts(with: signature) { return .compressed(form) }
      if signature.starts(with: bytes) { detection = .undecided }
    }
    return detection
  }
}
