import OperatingSystem
import CoralClient

/// Where atoll keeps what belongs to its user alone: `$XDG_STATE_HOME/atoll`.
struct UserFolder {
  let path: String

  /// A folder in it, made for its owner alone if need be.
  init(_ name: String) throws(Stop) {
    let environment = Environment.ofProcess
    guard let base = environment[.stateHome] ?? environment[.home].map({ "\($0)/.local/state" })
    else {
      throw .failure(
        .cannotCreate, "there is no place for the user's files",
        advice: "set HOME or XDG_STATE_HOME")
    }
    path = "\(base)/atoll/\(name)"
  }

  func make() throws(Stop) {
    do { try Folders.make(path, mode: 0o700) } catch {
      throw .failure(.cannotCreate, "the folder cannot be made: \(error.message)", at: path)
    }
  }

  /// Writes a file that only its owner can read.
  func write(_ text: String, to name: String) throws(Stop) -> String {
    try make()
    let target = "\(path)/\(name)"
    try Destination(target).write(Array(text.utf8), forOwnerAlone: true)
    return target
  }
}

/// The tokens of `atoll sign-in`, one file a server.
struct TokenStore {
  private let folder: UserFolder

  init() throws(Stop) { folder = try UserFolder("tokens") }

  /// The address with nothing in it that a file name could not have.
  private func name(for address: ServerAddress) -> String {
    var name = ""
    for byte in address.description.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
        UInt8(ascii: "-"):
        name.unicodeScalars.append(Unicode.Scalar(byte))
      case UInt8(ascii: "."): name += name.isEmpty ? "_" : "."
      case _: name += "_\(String(byte, radix: 16))_"
      }
    }
    return String(name.prefix(200))
  }

  func token(for address: ServerAddress) throws(Stop) -> String? {
    let path = "\(folder.path)/\(name(for: address))"
    guard let bytes = try? WholeFile.bytes(of: path, atMost: 1 << 16) else { return nil }
    let facts = try? FileFacts(of: path)
    if let facts, facts.mode & 0o077 != 0 {
      throw .failure(
        .refused, "others can read the token", at: path,
        advice: "chmod 600 the file, or sign in again")
    }
    let token = String(decoding: bytes, as: UTF8.self).filter { !$0.isWhitespace }
    return token.isEmpty ? nil : token
  }

  @discardableResult
  func keep(_ token: String, for address: ServerAddress) throws(Stop) -> String {
    try folder.write(token + "\n", to: name(for: address))
  }

  /// Removes the token of a server.
  func forget(_ address: ServerAddress) throws(SystemError) {
    try Folders.removeFile("\(folder.path)/\(name(for: address))")
  }
}
