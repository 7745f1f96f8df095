#if canImport(Darwin)
  public import Foundation

  extension ClientError: LocalizedError {
    /// The `message`.
    public var errorDescription: String? { message }
    /// The `advice`; `nil` if there is none.
    public var recoverySuggestion: String? { advice }
  }

  extension TransportError: LocalizedError {
    /// The `message`.
    public var errorDescription: String? { message }
  }
#endif
