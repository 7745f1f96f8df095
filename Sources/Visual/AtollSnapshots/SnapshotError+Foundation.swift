#if canImport(Darwin)
  public import Foundation

  extension SnapshotError: LocalizedError {
    /// The path and the `message`.
    public var errorDescription: String? { locatedMessage }
  }
#endif
