import Foundation
import Testing

@testable import AtollSnapshots

/// Reading files of a store, which never blocks and has a limit.
@Suite struct StoreFileTests {
  private static func folder() throws -> URL {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
  }

  @Test func rejectsPipesAndDevicesAndFoldersWithoutBlocking() throws {
    let folder = try Self.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let pipe = folder.appending(path: "pipe").path
    #expect(unsafe mkfifo(pipe, 0o600) == 0)
    let link = folder.appending(path: "link").path
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "/dev/zero")
    for path in [pipe, link, folder.path] {
      #expect(throws: SnapshotError.self, "\(path)") {
        _ = try StoreFiles.contents(of: path)
      }
    }
  }

  @Test func rejectsFilesAboveTheSizeLimit() throws {
    let folder = try Self.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "file")
    try Data(repeating: 7, count: 100).write(to: file)
    #expect(try StoreFiles.contents(of: file.path, atMost: 100)?.count == 100)
    #expect(throws: SnapshotError.self) { _ = try StoreFiles.contents(of: file.path, atMost: 99) }
    #expect(try StoreFiles.contents(of: file.path + "s") == nil)
  }

  @Test(arguments: [
    ("390x844", true), ("1xx2", false), ("x1x2", false), ("1xax2", false), ("a1x2", false),
    ("+1x2", false), ("01x2", false), ("0x2", false), ("1x-2", false),
  ])
  func acceptsPictureSizesOnlyAsTheManifestWritesThem(size: String, isValid: Bool) throws {
    let folder = try Self.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let hash = String(repeating: "a", count: 64)
    let line = "a.light.390.png \(hash) \(size) \(String(repeating: "b", count: 16))\n"
    try Data(line.utf8).write(to: folder.appending(path: ScreenshotManifest.fileName))
    if isValid {
      #expect(try ScreenshotManifest(ofStoreIn: folder.path).text == line)
    } else {
      #expect(throws: SnapshotError.self) { try ScreenshotManifest(ofStoreIn: folder.path) }
    }
  }

  @Test func removesFoldersOfEndedProcesses() throws {
    let folder = try Self.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    // No system gives a process such a number.
    for name in ["\(Int32.max)/a", "\(Int32.max)-1", "\(getpid())", "\(getpid())-1", "other"] {
      try FileManager.default.createDirectory(
        at: folder.appending(path: name), withIntermediateDirectories: true)
    }
    StoreFiles.removeFoldersOfEndedProcesses(in: folder.path)
    #expect(
      try StoreFiles.names(in: folder.path).sorted()
        == ["\(getpid())", "\(getpid())-1", "other"].sorted())
  }
}
