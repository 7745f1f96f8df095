extension RichText {
  /// `true` if the words are as plain as `hasPlainWords` says; for tests only.
  package var hasConsistentPlainness: Bool {
    !hasPlainWords
      || tokens.allSatisfy { $0.kind != .text || bytes(of: $0).allSatisfy(Self.isPlain) }
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    (0x20...0x7E).contains(byte) && !ActiveCharacters.contains(byte)
  }
}
