import AtollBytes
import AtollOperatingSystem
import CoralClient

/// A folder for files that only their owner can read, in `$XDG_STATE_HOME/atoll`.
struct StateFolder {
  let path: String

  /// `$XDG_STATE_HOME` or `~/.local/state`; `nil` if neither `XDG_STATE_HOME` nor `HOME` is set.
  ///
  /// As the XDG Base Directory Specification says, a relative path is ignored.
  static var base: String? {
    let environment = Environment.ofProcess
    if let path = environment[.stateHome], path.hasPrefix("/") { return path }
    return environment[.home].map { "\($0)/.local/state" }
  }

  init(_ name: String) throws {
    guard let base = Self.base else {
      throw Failure(
        .cannotCreate, message: "there is no folder for the user's files",
        advice: "set HOME or XDG_STATE_HOME")
    }
    path = "\(base)/atoll/\(name)"
  }

  /// Writes a file that only its owner can read, and returns its path.
  func write(_ text: String, to name: String) throws -> String {
    try attributingCreationErrors(to: path) { try Folders.create(path, mode: 0o700) }
    let target = "\(path)/\(name)"
    try Destination(target).write(Array(text.utf8), forOwnerAlone: true)
    return target
  }
}

/// The tokens from `atoll sign-in`, in one file per server.
struct TokenStore {
  private let folder: StateFolder

  init() throws { folder = try StateFolder("tokens") }

  /// Returns the saved token for a server; `nil` if there is none, or if there is no folder for the
  /// user's state files.
  static func savedToken(
    for address: ServerAddress, evenIfOthersCanRead: Bool = false
  ) throws -> String? {
    if StateFolder.base == nil { return nil }
    return try TokenStore().token(for: address, evenIfOthersCanRead: evenIfOthersCanRead)
  }

  /// The maximum length of a file name; it leaves room for the suffixes of temporary files.
  private static let maximumNameLength = 200

  /// Returns the name of the file with the token for a server.
  ///
  /// A long name is cut, and its hash is added.
  private func fileName(for address: ServerAddress) -> String {
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
    if name.utf8.count <= Self.maximumNameLength { return name }
    let hash = SHA256.hexadecimal(of: Array(address.description.utf8))
    return "\(name.prefix(Self.maximumNameLength - hash.utf8.count - 1))-\(hash)"
  }

  /// The maximum length of a token in bytes.
  private static let maximumTokenLength = 1 << 16

  func token(for address: ServerAddress, evenIfOthersCanRead: Bool = false) throws -> String? {
    let path = "\(folder.path)/\(fileName(for: address))"
    let found = try attributingReadErrors(to: path) { try ifExists(FileMetadata(of: path)) }
    guard let metadata = found else { return nil }
    if metadata.mode & 0o077 != 0, !evenIfOthersCanRead {
      throw Failure(
        .refused, message: "other users can read the token", at: path,
        advice: "run chmod 600 on the file, or sign in again")
    }
    let bytes = try attributingReadErrors(to: path) {
      try WholeFile.bytes(of: path, atMost: Self.maximumTokenLength)
    }
    let token = String(decoding: bytes, as: UTF8.self).filter { !$0.isWhitespace }
    return token.isEmpty ? nil : token
  }

  func save(_ token: String, for address: ServerAddress) throws -> String {
    try folder.write(token + "\n", to: fileName(for: address))
  }

  func deleteToken(for address: ServerAddress) throws(SystemError) {
    try Folders.removeFile("\(folder.path)/\(fileName(for: address))")
  }
}
