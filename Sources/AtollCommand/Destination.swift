import Files

/// Where a result goes, before it is opened.
struct Destination: Hashable, Sendable {
  /// Nothing for standard output.
  let path: String?

  /// Where an option says, or standard output.
  init(_ option: String?) { path = option == "-" ? nil : option }

  /// What it is called in messages.
  var name: String { path ?? "standard output" }

  /// The descriptor of this process that a path is another name for.
  ///
  /// Where it leads to a plain file, that one is written on, not replaced: whoever opened it wants to find all of it.
  private func descriptorNamed(_ path: String) -> Int32? {
    switch path {
    case "/dev/stdout": return 1
    case "/dev/stderr": return 2
    case _:
      for folder in ["/dev/fd/", "/proc/self/fd/"] where path.hasPrefix(folder) {
        return Int32(path.dropFirst(folder.count))
      }
      return nil
    }
  }

  /// Finds out before any work is done whether the result could be put there.
  func check() throws(Stop) {
    guard let path else { return }
    if let facts = try? FileFacts(of: path) {
      guard facts.kind == .folder else { return }
      throw .failure(
        .cannotCreate, "there is a folder of this name", at: path,
        advice: "name a file in it: \(path.hasSuffix("/") ? path : path + "/")page.html")
    }
    let folder = folderOfFile(path)
    if (try? FileFacts(of: folder))?.kind != .folder {
      throw .failure(
        .cannotCreate, "the folder '\(folder)' does not exist", at: path,
        advice: "make it with: mkdir -p '\(folder)'")
    }
  }

  /// Opens it.
  ///
  /// What is not a plain file, such as `/dev/null` or a named pipe, is written in place.
  func open(forOwnerAlone: Bool = false) throws(Stop) -> Output {
    guard let path else { return Output() }
    do {
      if let descriptor = descriptorNamed(path) {
        return try Output(toDescriptor: descriptor, named: path)
      }
      if let facts = try? FileFacts(of: path), facts.kind == .other {
        return try Output(toDevice: path)
      }
      return try Output(toFile: path, forOwnerAlone: forOwnerAlone)
    } catch {
      let code: ExitCode = error.isTemporary ? .temporary : .cannotCreate
      throw .failure(code, "cannot be created: \(error.message)", at: path)
    }
  }
}

extension Destination {
  /// Writes a whole result.
  func write(_ bytes: [UInt8], forOwnerAlone: Bool = false) throws(Stop) {
    let output = try open(forOwnerAlone: forOwnerAlone)
    try unsafe bytes.withUnsafeBufferPointer { (buffer) throws(Stop) in
      try unsafe output.write(buffer)
    }
    try output.finish()
  }
}
