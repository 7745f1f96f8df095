import AtollArguments
import AtollBytes
import AtollOperatingSystem
import CoralClient

/// A client for the server that a command line names.
struct ServerAccess {
  let client: CoralClient
  let address: ServerAddress

  /// The account that a command acts for.
  enum Account {
    /// The owner of the token from the command line, the environment, or `atoll sign-in`.
    case owner
    /// The account that was signed in with `atoll sign-in`.
    case signedIn
    case none
  }

  init(
    _ arguments: ServerArguments, on console: Console, as account: Account = .owner,
    adjusting adjust: (inout ClientOptions) -> Void = { _ in },
    through transport: () -> any Transport = { PlatformTransport() }
  ) throws {
    guard let server = arguments.serverAddress else {
      throw Failure(commandLine: "no server is given", advice: "add --server URL")
    }
    var options = ClientOptions()
    options.userAgent = "atoll/\(atollVersion)"
    if let seconds = arguments.timeout {
      options.timeout = .seconds(seconds)
      options.retryTimeout = .seconds(3 * seconds)
    }
    if let parallel = arguments.parallelRequests { options.maximumConcurrentRequests = parallel }
    adjust(&options)
    let persistedOperations = try Self.persistedOperations(at: arguments.persistedOperationsFile)
    address = try ServerAddress(server)
    let tokens: TokenSource
    switch account {
    case .owner: tokens = try Self.tokenSource(arguments, for: address, on: console)
    case .signedIn:
      // A token that others can read is accepted here, because signing out is the remedy.
      let token = try TokenStore.savedToken(for: address, evenIfOthersCanRead: true)
      tokens = token.map { .fixed($0) } ?? .none
    case .none: tokens = .none
    }
    client = CoralClient(
      address, tokens: tokens, persistedOperations: persistedOperations, options: options,
      transport: transport())
  }

  private static func persistedOperations(at path: String?) throws -> PersistedOperations? {
    guard let path else { return nil }
    let bytes = try attributingInputErrors(to: path) {
      try WholeFile.bytes(of: path, atMost: 1 << 20)
    }
    return try translatingErrors(of: PersistedOperations(json: bytes)) { (error: ClientError) in
      Failure(.badInput, message: error.message, at: path, advice: error.advice)
    }
  }

  /// Returns the source of the token: `--token-file`, the environment, or `atoll sign-in`.
  ///
  /// A token is never a command-line argument, because other users of the machine can read those.
  private static func tokenSource(
    _ arguments: ServerArguments, for address: ServerAddress, on console: Console
  ) throws -> TokenSource {
    if let path = arguments.tokenFile {
      let token = try read(path)
      warn(about: token, on: console)
      guard path != "-" else { return .fixed(token) }
      // Another program may have written a new token into the file.
      return TokenSource({ token }, renewed: { _ in try? read(path) })
    }
    if let token = Environment.ofProcess[.token] {
      warn(about: token, on: console)
      return .fixed(token)
    }
    guard let token = try TokenStore.savedToken(for: address) else { return .none }
    warn(about: token, on: console)
    return .fixed(token)
  }

  private static func read(_ path: String) throws -> String {
    let text = String(
      decoding: try StoryInput.secret(at: path, name: "token"), as: UTF8.self)
    return String(text[...].trimming { $0.isWhitespace })
  }

  /// The number of seconds before a token expires from which on a warning is printed.
  private static let expiryWarningSeconds = 600

  /// Warns if a token has expired or is about to.
  private static func warn(about token: String, on console: Console) {
    guard let expiry = TokenClaims(token: token)?.expiresAt else { return }
    let remainingSeconds = expiry - Int(SystemClock.currentMilliseconds / 1000)
    if remainingSeconds <= 0 {
      console.warn("the token has expired", advice: "sign in again")
    } else if remainingSeconds < expiryWarningSeconds {
      let (count, unit) =
        remainingSeconds < 120 ? (remainingSeconds, "second") : (remainingSeconds / 60, "minute")
      console.warn(
        "the token expires in \(counted(count, noun: unit))", advice: "sign in again soon")
    }
  }
}

extension StoryReference {
  init(_ arguments: ServerArguments) throws {
    switch (arguments.storyID, arguments.storyURL) {
    case (let id?, nil): self = .id(id)
    case (nil, let url?): self = .url(url)
    case (nil, nil):
      throw Failure(
        commandLine: "no story is given", advice: "add --story-id ID or --story-url URL")
    case (_?, _?):
      throw Failure(
        commandLine: "both --story-id and --story-url are given", advice: "give one of them")
    }
  }
}
