import AtollBytes
import AtollOperatingSystem
import Dispatch
import Foundation
import Synchronization
import TestSupport
import Testing

struct FileTests {
  private let temporary: TemporaryFolder
  private var folder: String { temporary.path }

  init() throws { temporary = try TemporaryFolder() }

  private func names() throws -> [String] { try Folders.names(in: folder, includingHidden: true) }

  private func replace(_ path: String, with text: String, forOwnerAlone: Bool = false) throws {
    let file = try ReplacementFile(at: path, forOwnerAlone: forOwnerAlone)
    try writeAll(Array(text.utf8), to: file.descriptor)
    try file.synchronize()
    try file.finish()
  }

  private func text(of path: String) throws -> String {
    String(decoding: try WholeFile.bytes(of: path), as: UTF8.self)
  }

  // MARK: Replacement

  @Test func replacesSiblingFoldersConcurrently() throws {
    let folder = folder
    let errors = Mutex<[String]>([])
    DispatchQueue.concurrentPerform(iterations: 200) { number in
      do throws(SystemError) {
        for content: UInt8 in 0...1 {
          let replacement = try ReplacementFolder(at: "\(folder)/\(number)")
          try replacement.write([content].span, as: "file")
          try replacement.finish()
        }
      } catch {
        errors.withLock { $0.append(error.message) }
      }
    }
    #expect(errors.withLock { $0 } == [])
    let names = try names()
    #expect(names.count == 200)
    for name in names {
      #expect(try Folders.names(in: "\(folder)/\(name)", includingHidden: true) == ["file"])
    }
  }

  @Test func replacesAFileOnlyAfterTheNewOneIsComplete() throws {
    let path = "\(folder)/page.html"
    try replace(path, with: "old")
    do {
      let file = try ReplacementFile(at: path)
      try writeAll(Array("half".utf8), to: file.descriptor)
      #expect(try text(of: path) == "old")
      #expect(try names().count == 2)
    }
    #expect(try names() == ["page.html"])
    try replace(path, with: "new")
    #expect(try text(of: path) == "new")
    #expect(try names() == ["page.html"])
  }

  @Test func writesLargePiecesInOrder() throws {
    let path = "\(folder)/large"
    let pieces = (0..<5).map { [UInt8](repeating: UInt8($0), count: 5 << 20) }
    var file = try ReplacementFile(at: path)
    for piece in pieces {
      try file.append(piece.span)
    }
    try file.synchronize()
    try file.finish()
    #expect(try WholeFile.bytes(of: path) == pieces.flatMap(\.self))
  }

  @Test func keepsThePermissionsOfAReplacedFileUnlessTheNewOneIsPrivate() throws {
    let path = "\(folder)/token"
    try replace(path, with: "1")
    unsafe chmod(path, 0o640)
    try replace(path, with: "2")
    #expect(try FileMetadata(of: path).mode == 0o640)
    try replace(path, with: "3", forOwnerAlone: true)
    #expect(try FileMetadata(of: path).mode == 0o600)
  }

  @Test func replacesTheTargetOfALink() throws {
    try Folders.createLink(at: "\(folder)/link", to: "real")
    try replace("\(folder)/link", with: "text")
    #expect(try FileMetadata(ofLink: "\(folder)/link").kind == .link)
    #expect(try text(of: "\(folder)/real") == "text")
  }

  @Test func removesFilesLeftByAKilledProcess() throws {
    _ = FileManager.default.createFile(atPath: "\(folder)/.atoll-1.tmp", contents: nil)
    try replace("\(folder)/page", with: "text")
    #expect(try names() == ["page"])
  }

  @Test func createsMissingParentFoldersOfAFile() throws {
    try replaceFile(at: "\(folder)/a/b/file", with: [1, 2])
    try replaceFile(at: "\(folder)/a/b/file", with: [3])
    #expect(try WholeFile.bytes(of: "\(folder)/a/b/file") == [3])
    #expect(try Folders.names(in: "\(folder)/a/b", includingHidden: true) == ["file"])
  }

  // MARK: Reading

  @Test func readsAFileUpToALimit() throws {
    let path = "\(folder)/large"
    try replaceFile(at: path, with: Array(repeating: 7, count: 100_000))
    #expect(try WholeFile.bytes(of: path).count == 100_000)
    let error = #expect(throws: Failure.self) { try WholeFile.bytes(of: path, atMost: 99_999) }
    #expect(error?.message == "the file is larger than 97 KiB")
  }

  @Test func waitsForTheBytesOfANonBlockingDescriptor() throws {
    let pipe = try AtollOperatingSystem.Pipe()
    let (input, output) = (pipe.reader.descriptor, pipe.writer.descriptor)
    #expect(fcntl(input, F_SETFL, O_NONBLOCK) == 0)
    let late = Array("late".utf8)
    let isWritten = DispatchSemaphore(value: 0)
    DispatchQueue.global().asyncAfter(deadline: .now() + 0.1) {
      try? writeAll(late, to: output)
      isWritten.signal()
    }
    #expect(try readBytes(of: input, count: late.count) == late)
    isWritten.wait()
    #expect(pipe.writer.descriptor == output)
  }

  #if os(Linux)
    @Test func doesNotReportAFileThatCannotBeRemovedAsMissing() {
      let error = #expect(throws: SystemError.self) { try Folders.removeTree("/proc/version") }
      #expect(error?.isMissing == false)
    }
  #endif

  @Test func rejectsFoldersAndDevicesAndMissingFiles() {
    func failure(_ path: String, accepting kinds: WholeFile.AcceptedKinds = .all) -> Failure? {
      #expect(throws: Failure.self) {
        try attributingReadErrors(to: path) { try WholeFile.bytes(of: path, accepting: kinds) }
      }
    }
    #expect(failure("/dev/null", accepting: .regular)?.message == "this is not a plain file")
    #expect(failure(folder)?.locatedMessage == "\(folder): this is a folder, not a file")
    #expect(failure("/dev/zero") == Failure(Failure.deviceInput, reading: "/dev/zero"))
    #expect(throws: SystemError(number: ENOENT)) {
      try WholeFile.bytes(of: "\(folder)/missing")
    }
    let missing = failure("\(folder)/missing")
    #expect(missing?.kind == .noInput && missing?.place == "\(folder)/missing")
  }

  // MARK: Folders and locks

  @Test func findsNothingAtAPathWithANUL() throws {
    let file = "\(folder)/page.html"
    try replace(file, with: "content")
    let path = file + "\0.json"
    func expectMissing(_ body: () throws -> Void) {
      let error = #expect(throws: SystemError.self) { try body() }
      #expect(error?.isMissing == true)
    }
    expectMissing { _ = try WholeFile.bytes(of: path) }
    expectMissing { _ = try FileMetadata(of: path) }
    expectMissing { _ = try FileMetadata(ofLink: path) }
    expectMissing { try replaceFile(at: path, with: [1]) }
    expectMissing { try replace(path, with: "new") }
    expectMissing { try Folders.create("\(folder)/new\0/below") }
    expectMissing { _ = try Folders.names(in: "\(folder)\0") }
    expectMissing { try Folders.rename(path, to: "\(folder)/other") }
    expectMissing { try Folders.rename(file, to: "\(folder)/other\0") }
    expectMissing { try Folders.createLink(at: "\(folder)/link\0", to: file) }
    try Folders.removeFile(path)
    try Folders.removeTree("\(folder)\0")
    #expect(resolvedPath(path) == path)
    #expect(pathOfProgram("/bin/sh\0") == nil)
    #expect(try names() == ["page.html"])
    #expect(try text(of: file) == "content")
  }

  @Test func removesAFolderWithItsFiles() throws {
    try Folders.create("\(folder)/one/two/three")
    try Folders.create("\(folder)/one")
    try Folders.createLink(at: "\(folder)/one/link", to: "/")
    try Folders.removeTree("\(folder)/one")
    #expect(try names().isEmpty)
    #expect(throws: SystemError(number: ENOTDIR)) { try Folders.create("/dev/null") }
  }

  @Test func refusesAnExclusiveLockWhileSharedOnesAreHeld() throws {
    let path = "\(folder)/lock"
    let first = try FileLock.acquire(at: path, shared: true)
    let second = try FileLock.acquire(at: path, shared: true)
    let third = try FileLock.acquire(at: path)
    #expect(first != nil && second != nil && third == nil)
  }

  @Test func returnsTheFolderAndAbsolutePathOfAFile() {
    #expect(folderOfFile("a/b/c") == "a/b")
    #expect(folderOfFile("c") == ".")
    #expect(folderOfFile("/c") == "/")
    #expect(absolutePath("/c") == "/c")
    #expect(absolutePath("c").hasSuffix("/c"))
  }
}
