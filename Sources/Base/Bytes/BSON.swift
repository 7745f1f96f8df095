/// Recognises BSON, the binary form in which `mongodump` writes a collection.
package enum BSON {
  /// The number of bytes that are needed to decide.
  package static let signatureLength = 9
  /// The type of a field with a JavaScript code and its scope, the largest number of a usual type.
  private static let largestType: UInt8 = 0x13
  private static let firstKey = Array("_id\0".utf8)

  /// Returns whether bytes begin with a document of a collection: its length, below 16 MiB, and the
  /// type and the name of its first field, `_id`.
  package static func isBeginning(_ bytes: some RandomAccessCollection<UInt8>) -> Bool {
    let bytes = bytes.prefix(signatureLength)
    guard bytes.count == signatureLength else { return false }
    let fields = Array(bytes)
    return fields[3] == 0 && fields[4] <= largestType && fields[5...].elementsEqual(firstKey)
  }
}
