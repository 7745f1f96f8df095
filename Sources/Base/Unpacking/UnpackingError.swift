package import OperatingSystem

/// The reason why an input cannot be read.
package enum UnpackingError: Error, Hashable, Sendable {
  case system(SystemError)
  /// A device has given more than `WholeFile.maximumDeviceReadSize` bytes.
  case device
  /// The input is compressed in a format that is not supported.
  case unsupported(Compression)
  /// The compressed data is damaged, at about this byte offset in the input.
  case damaged(offset: Int)
  /// The input ends before the compressed data does.
  case truncated
  /// The unpacked input has more bytes than allowed.
  case tooLarge(limit: Int)
}
