import Atoll
import Foundation
import Testing

@testable import AtollCommand

/// The files that `atoll preview` watches.
struct PreviewSourcesTests {
  /// Creates a folder `templates` with one misspelled template, which makes it unusable.
  private static func folder(with others: [String] = []) throws -> URL {
    let folder = try Command.makeFolder()
    let templates = folder.appending(path: "templates")
    try FileManager.default.createDirectory(at: templates, withIntermediateDirectories: true)
    for name in ["coment.mustach"] + others {
      try Data("{{author}}".utf8).write(to: templates.appending(path: name))
    }
    return folder
  }

  private static func sources(in folder: URL) throws -> PreviewSources {
    var arguments = PreviewArguments()
    arguments.folder = folder.path
    return try PreviewSources(arguments)
  }

  @Test(arguments: [[], ["no-comments.mustache"]])
  func noticesThatAMisspelledTemplateIsRemoved(others: [String]) throws {
    let folder = try Self.folder(with: others)
    let sources = try Self.sources(in: folder)
    let before = sources.stamps()
    #expect(throws: (any Error).self) { try sources.read() }
    try FileManager.default.removeItem(at: folder.appending(path: "templates/coment.mustach"))
    #expect(sources.stamps() != before)
  }

  @Test func acceptsTheFeaturesOfMailsThatAreAllowed() throws {
    let folder = try Command.makeFolder()
    let mails = folder.appending(path: "templates/email")
    try FileManager.default.createDirectory(at: mails, withIntermediateDirectories: true)
    try Data("<p style=\"float:left\">{{count_label}}</p>".utf8)
      .write(to: mails.appending(path: "more.mustache"))
    var arguments = PreviewArguments()
    arguments.folder = folder.path
    let error = #expect(throws: AtollError.self) { try PreviewSources(arguments).read() }
    let start = "\(folder.path)/templates/email/more.mustache:1:1: error: 'float'"
    #expect(error?.details.first?.hasPrefix(start) == true, "\(String(describing: error))")
    arguments.mail.allowedFeatures = ["css-float"]
    #expect(throws: Never.self) { try PreviewSources(arguments).read() }
  }

  @Test func noticesThatADeadLinkIsRemovedOrRepaired() throws {
    let folder = try Self.folder(with: ["no-comments.mustache"])
    let link = folder.appending(path: "templates/comment.mustache")
    let target = folder.appending(path: "target")
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: target)
    let sources = try Self.sources(in: folder)
    let dead = sources.stamps()
    try Data("{{author}}".utf8).write(to: target)
    let repaired = sources.stamps()
    #expect(repaired != dead)
    try Data("{{author}} ".utf8).write(to: target)
    #expect(sources.stamps() != repaired)
    try FileManager.default.removeItem(at: link)
    #expect(sources.stamps() != dead && sources.stamps() != repaired)
  }

  @Test func ignoresFilesThatAreNotRead() throws {
    let folder = try Self.folder(with: ["no-comments.mustache"])
    let sources = try Self.sources(in: folder)
    let before = sources.stamps()
    for name in ["no-comments.mustache~", "notes.txt", ".comment.mustache.swp"] {
      try Data().write(to: folder.appending(path: "templates/\(name)"))
    }
    #expect(sources.stamps() == before)
  }

  @Test(arguments: ["style", "templates", "thread"])
  func rejectsInputsThatDoNotExist(option: String) throws {
    let folder = try Command.makeFolder()
    let outcome = try Command.atoll(
      ["preview", "--\(option)", "nope", "--port", "0"], in: folder)
    #expect([66, 78].contains(outcome.status), "\(outcome)")
    #expect(outcome.output == "" && outcome.errors.contains("nope"), "\(outcome)")
  }

  @Test func reportsThatItsFolderIsGone() throws {
    let folder = try Command.makeFolder()
    let sources = try Self.sources(in: folder)
    _ = try sources.read()
    try FileManager.default.removeItem(at: folder)
    #expect(throws: (any Error).self) { try sources.read() }
  }
}
