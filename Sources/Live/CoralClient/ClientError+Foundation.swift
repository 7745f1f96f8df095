#if canImport(Darwin)
  public import Foundation

  extension ClientError: LocalizedError {
    /// What happened.
    public var errorDescription: String? { message }
    /// What to do about it.
    public var recoverySuggestion: String? { advice }
  }
#endif
