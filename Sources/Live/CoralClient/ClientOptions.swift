/// The time limits of the client, and the sizes of its requests.
public struct ClientOptions: Hashable, Sendable {
  /// The time limit for one request, including the last byte of its response.
  public var timeout: Duration = .seconds(20)
  /// The number of attempts before giving up.
  public var maximumAttempts = 5
  /// The time, counted from the start of an action or a query, after which no further attempt is
  /// made.
  ///
  /// Fetching a whole story takes many queries, and the limit applies to each of them. No action
  /// waits for a dead server longer than this time plus one `timeout`, unless the transport delays
  /// requests, as `PacedTransport` does.
  public var retryTimeout: Duration = .seconds(60)
  /// The wait after the first failure.
  ///
  /// The wait doubles with each further failure, up to 8 seconds, and is shortened by a random
  /// factor.
  public var initialBackoff: Duration = .milliseconds(500)
  /// The maximum number of concurrent requests while a story is fetched.
  public var maximumConcurrentRequests = 4
  /// The maximum length of an answer in bytes; a longer one is an error.
  public var maximumResponseBytes = 64 << 20
  /// The number of comments per request while a story is fetched.
  ///
  /// Coral before 7.2 is asked for at most 50 root comments. A number below 1 counts as 1.
  public var pageSize = 100 { didSet { pageSize = max(1, pageSize) } }
  /// The name of the client in `User-Agent`.
  public var userAgent = "atoll"

  /// Creates the default options.
  public init() {}
}
