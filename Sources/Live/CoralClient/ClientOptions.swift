/// How patient the client is, and how much it asks for at once.
public struct ClientOptions: Hashable, Sendable {
  /// How long one request may take, the last byte of its answer included.
  public var timeout: Duration = .seconds(20)
  /// How often one thing is asked before giving up.
  public var attempts = 5
  /// After this long no further attempt is made; so no action waits for a dead server longer than
  /// this and one `timeout`.
  public var patience: Duration = .seconds(60)
  /// The wait after the first failure; it doubles with each further one, and is cut at random.
  public var backoff: Duration = .milliseconds(500)
  /// How many requests run at the same time while a story is fetched.
  public var parallel = 4
  /// An answer with more bytes than this is refused.
  public var mostBytes = 64 << 20
  /// How many comments are asked for at a time.
  public var pageSize = 100
  /// What the client calls itself.
  public var userAgent = "atoll"

  /// The defaults.
  public init() {}
}
