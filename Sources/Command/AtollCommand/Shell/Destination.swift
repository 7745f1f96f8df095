import OperatingSystem

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

  /// Finds out before any work is done whether the result could be put there, and would not take the place of an
  /// input.
  func check(apartFrom inputs: [String] = []) throws(Stop) {
    guard let path else { return }
    let facts: FileFacts?
    do {
      facts = try FileFacts(of: path)
    } catch {
      guard error.isMissing else {
        throw .failure(ExitCode(creating: error), "cannot be created: \(error.message)", at: path)
      }
      facts = nil
    }
    switch facts?.kind {
    case .folder:
      throw .failure(
        .cannotCreate, "there is a folder of this name", at: path,
        advice: "name a file in it: \(path.hasSuffix("/") ? path : path + "/")page.html")
    case .file:
      if let facts { try refuse(facts.identity, ifOneOf: inputs) }
      return
    case .pipe, .link, .device, .other: return
    case nil: break
    }
    let folder = folderOfFile(path)
    if (try? FileFacts(of: folder))?.kind != .folder {
      throw .failure(
        .cannotCreate, "the folder '\(folder)' does not exist", at: path,
        advice: "make it with: mkdir -p '\(folder)'")
    }
  }

  /// Stops before an input would be replaced, standard input (`-`) and other names of the same file included.
  private func refuse(
    _ output: FileFacts.Identity, ifOneOf inputs: [String]
  ) throws(Stop) {
    for input in inputs {
      let facts =
        input == "-" ? try? FileFacts(ofDescriptor: 0) : try? FileFacts(of: input)
      guard let facts, facts.identity == output || facts.kind == .folder && isDump(in: facts)
      else { continue }
      throw .failure(
        .usage, "the output would take the place of the input", at: name,
        advice: "write to another file, and rename it when all went well")
    }
  }

  /// Returns whether the output has the name of an input in a folder.
  private func isDump(in folder: FileFacts) -> Bool {
    guard let path, DumpFolder.isRead(path) else { return false }
    return (try? FileFacts(of: folderOfFile(path)))?.identity == folder.identity
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
      if let facts = try? FileFacts(of: path), facts.kind != .file, facts.kind != .folder {
        return try Output(toDevice: path)
      }
      return try Output(toFile: path, forOwnerAlone: forOwnerAlone)
    } catch {
      throw .failure(ExitCode(creating: error), "cannot be created: \(error.message)", at: path)
    }
  }
}

extension Invocation {
  /// The files that a command which reads stories or rows reads; `-` is standard input.
  var inputs: [String] {
    if operands.isEmpty { return value(ServerOptions.server) == nil ? ["-"] : [] }
    return operands
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
