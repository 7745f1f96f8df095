import Bytes
import CoralClient
import OperatingSystem

/// The client that a command line asks for.
struct ServerAccess {
  let client: CoralClient
  let address: ServerAddress

  /// As whom a command acts.
  enum Identity {
    /// As the owner of the token that the command line, the environment or `atoll sign-in` gives.
    case chosen
    /// As whoever `atoll sign-in` signed in.
    case signedIn
    case nobody
  }

  init(
    _ invocation: Invocation, _ console: Console, as identity: Identity = .chosen
  ) throws(Stop) {
    guard let server = invocation.value(ServerOptions.server) else {
      throw .usage(
        UsageError(invocation.path, "no server", advice: "write --server URL"))
    }
    var options = ClientOptions()
    options.userAgent = "atoll/\(atollVersion)"
    if let seconds = invocation.count(ServerOptions.timeout) {
      options.timeout = .seconds(seconds)
      options.patience = .seconds(3 * seconds)
    }
    if let parallel = invocation.count(ServerOptions.parallel) { options.parallel = parallel }
    let persisted = try Self.persisted(invocation.value(ServerOptions.persisted))
    do { address = try ServerAddress(server) } catch { throw Stop(error) }
    let tokens: TokenSource
    switch identity {
    case .chosen: tokens = try Self.tokens(invocation, address, console)
    case .signedIn: tokens = try TokenStore().token(for: address).map { .fixed($0) } ?? .none
    case .nobody: tokens = .none
    }
    client = CoralClient(
      address, tokens: tokens, persisted: persisted, options: options)
  }

  private static func persisted(_ path: String?) throws(Stop) -> PersistedOperations? {
    guard let path else { return nil }
    let bytes: [UInt8]
    do { bytes = try WholeFile.bytes(of: path, atMost: 1 << 20) } catch {
      throw StoryInput.stop(error, reading: path)
    }
    do { return try PersistedOperations(json: bytes) } catch {
      throw .failure(.badInput, error.message, at: path, advice: error.advice)
    }
  }

  // MARK: The token

  /// A token is never an argument: other users of the machine could read it.
  private static func tokens(
    _ invocation: Invocation, _ address: ServerAddress, _ console: Console
  ) throws(Stop) -> TokenSource {
    if let path = invocation.value(ServerOptions.tokenFile) {
      let token = try read(path)
      warn(about: token, console)
      guard path != "-" else { return .fixed(token) }
      // Whoever keeps the file may have put a fresh token into it meanwhile.
      return TokenSource({ token }, renewed: { _ in try? read(path) })
    }
    if let token = Environment.ofProcess[.token] {
      warn(about: token, console)
      return .fixed(token)
    }
    guard let token = try TokenStore().token(for: address) else { return .none }
    warn(about: token, console)
    return .fixed(token)
  }

  private static func read(_ path: String) throws(Stop) -> String {
    String(decoding: try StoryInput.secret(path, "token"), as: UTF8.self)
      .filter { !$0.isWhitespace }
  }

  /// A token this near to its end is worth a word.
  private static let soon = 600

  /// Says that a token is about to stop being good, before it does.
  private static func warn(about token: String, _ console: Console) {
    guard let expiry = TokenClaims(token: token)?.expiresAt else { return }
    let left = expiry - Int(SystemClock.currentMilliseconds / 1000)
    if left <= 0 {
      console.say(.warning, "the token is no longer good", advice: "sign in again")
    } else if left < soon {
      let (count, unit) = left < 120 ? (left, "second") : (left / 60, "minute")
      console.say(
        .warning, "the token is good for \(count) more \(unit)\(count == 1 ? "" : "s")",
        advice: "sign in again soon")
    }
  }
}

extension StoryReference {
  /// The story that a command line names.
  init(_ invocation: Invocation) throws(Stop) {
    switch (invocation.value(ServerOptions.storyID), invocation.value(ServerOptions.storyURL)) {
    case (let id?, nil): self = .id(id)
    case (nil, let url?): self = .url(url)
    case (nil, nil):
      throw .usage(
        UsageError(invocation.path, "no story", advice: "write --story-id ID or --story-url URL"))
    case (_?, _?):
      throw .usage(
        UsageError(invocation.path, "two stories", advice: "give an id or an address, not both"))
    }
  }
}
