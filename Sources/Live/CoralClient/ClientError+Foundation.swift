#if canImport(Darwin)
  public import Foundation

  extension ClientError: LocalizedError {
    /// The description of the error.
    public var errorDescription: String? { message }
    /// The advice to the user.
    public var recoverySuggestion: String? { advice }
  }
#endif
