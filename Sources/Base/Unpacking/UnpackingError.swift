package import OperatingSystem

/// The reason why an input cannot be read.
package enum UnpackingError: Error, Hashable, Sendable {
  case system(SystemError)
  /// A device has given more than `WholeFile.largestDeviceRead` bytes.
  case device
  /// The input is compressed in a format that is not read.
  case unsupported(Compression)
  /// The compressed data is damaged, at about this byte of the input.
  case damaged(Int)
  /// The input ends before what is compressed does.
  case truncated
  /// Unpacked, there are more bytes than allowed.
  case tooLarge(limit: Int)
}
