/// The time limits of the client, and the sizes of its requests.
public struct ClientOptions: Hashable, Sendable {
  /// The time limit of one request, the last byte of its response included.
  public var timeout: Duration = .seconds(20)
  /// The number of attempts before giving up.
  public var attempts = 5
  /// The time after which no further attempt is made; so no action waits for a dead server longer than
  /// this and one `timeout`.
  public var patience: Duration = .seconds(60)
  /// The wait after the first failure; it doubles with each further one, and is cut at random.
  public var backoff: Duration = .milliseconds(500)
  /// The number of requests at the same time while a story is fetched.
  public var parallel = 4
  /// An answer with more bytes than this is refused.
  public var mostBytes = 64 << 20
  /// The number of comments per request.
  public var pageSize = 100
  /// The name of the client in `User-Agent`.
  public var userAgent = "atoll"

  /// The defaults.
  public init() {}
}
