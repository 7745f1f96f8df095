import AtollBytes
import AtollOperatingSystem
import AtollStore
import CAtollBrotli
import CAtollDeflate

extension FileEncodings {
  /// Creates encodings that use libdeflate and libbrotlienc; libbrotlienc is loaded only for `br`.
  init(compressing encodings: [FileEncoding]) throws {
    if encodings.contains(.br), let reason = unsafe cbrotli_load() {
      throw Failure(
        .other, message: unsafe String(cString: reason),
        advice: "install libbrotli1, or leave br out of --precompress")
    }
    let compressors: [FileEncoding: Compressor] = [.gzip: Self.gzip, .br: Self.brotli]
    self.init(compressors.filter { encodings.contains($0.key) })
  }

  private static func checkedResult(of library: String, _ bytes: [UInt8]) throws
    -> [UInt8]
  {
    if !bytes.isEmpty { return bytes }
    throw Failure(.temporary, message: "an output cannot be compressed", at: library)
  }

  /// Compresses text in gzip format (RFC 1952); the result does not depend on the current time.
  @Sendable
  private static func gzip(_ text: [UInt8]) throws -> [UInt8] {
    guard let compressor = unsafe libdeflate_alloc_compressor(gzipLevel) else {
      return try checkedResult(of: "libdeflate", [])
    }
    defer { unsafe libdeflate_free_compressor(compressor) }
    let bound = unsafe libdeflate_gzip_compress_bound(compressor, text.count)
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: bound) { buffer, count in
      count = unsafe text.withUnsafeBytes {
        unsafe libdeflate_gzip_compress(
          compressor, $0.baseAddress, $0.count, buffer.baseAddress, bound)
      }
    }
    return try checkedResult(of: "libdeflate", bytes)
  }

  @Sendable
  private static func brotli(_ text: [UInt8]) throws -> [UInt8] {
    let bound = cbrotli_bound(text.count)
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: bound) { buffer, count in
      count = unsafe text.withUnsafeBufferPointer {
        unsafe cbrotli_compress(
          brotliQuality, $0.baseAddress, $0.count, buffer.baseAddress, bound)
      }
    }
    return try checkedResult(of: "libbrotlienc", bytes)
  }

  /// The compression level; higher levels take several times as long to save a few percent.
  private static let gzipLevel: Int32 = 9
  private static let brotliQuality: Int32 = 9
}
