/// A test for BSON, the binary form in which `mongodump` writes a collection.
package enum BSON {
  /// The number of bytes that `isDocumentBeginning` needs.
  package static let signatureLength = 9
  /// The type code of a 128-bit decimal: the highest code of the common field types.
  private static let largestType: UInt8 = 0x13

  /// Returns whether bytes begin with a document of a collection.
  ///
  /// The document begins with its length (below 16 MiB), then the type and name of its first field,
  /// `_id`.
  package static func isDocumentBeginning(_ bytes: Span<UInt8>) -> Bool {
    bytes.count >= signatureLength && bytes[3] == 0 && bytes[4] <= largestType
      && bytes.extracting(5...).has("_id\0")
  }
}
