#if canImport(Darwin)
  public import Foundation

  extension AtollError: LocalizedError {
    /// The place, if it is known, and the `message`.
    public var errorDescription: String? { place.map { "\($0): \(message)" } ?? message }
    /// The `advice`; `nil` if there is none.
    public var recoverySuggestion: String? { advice }
  }
#endif
