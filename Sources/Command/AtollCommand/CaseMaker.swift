import Atoll
import Bytes
import Comments
import OperatingSystem
import Snapshots

/// Makes what a suite asks for out of the files below a folder.
///
/// The folder is where somebody works, or what git has at some commit: a style and templates are
/// plain files, so what an older style draws can be made by today's binary.
struct CaseMaker {
  let root: String
  /// A style in place of the suite's own.
  var style: Style?
  private var renderers: [[String]: Renderer] = [:]
  private var stories: [SuiteCase.Source: Story] = [:]
  private var pages: [[String]: [UInt8]] = [:]

  init(root: String) { self.root = root }

  /// The path of a file that a suite names.
  func path(_ name: String) -> String { name.hasPrefix("/") ? name : "\(root)/\(name)" }

  /// What a case comes to in one form.
  mutating func bytes(
    of one: SuiteCase, as format: String, _ snapshot: PlannedSnapshot
  ) throws(Stop) -> [UInt8] {
    if case .html(let path) = one.source {
      do { return try WholeFile.bytes(of: self.path(path)) } catch {
        throw StoryInput.stop(error, reading: self.path(path))
      }
    }
    let key = [one.id, format, snapshot.style, snapshot.direction.rawValue]
    if let known = pages[key] { return known }
    let bytes = try render(one, format, snapshot)
    pages[key] = bytes
    return bytes
  }

  private mutating func render(
    _ one: SuiteCase, _ format: String, _ snapshot: PlannedSnapshot
  ) throws(Stop) -> [UInt8] {
    let story = try story(one)
    let invocation = try invocation(one, format, snapshot)
    if format == "json" {
      return StageDump.json(of: story, try Options(invocation, Surroundings()))
    }
    let renderer = try renderer(invocation, snapshot, one)
    let bytes: [UInt8]
    do { bytes = try renderer.render(story).bytes } catch { throw Stop(error) }
    return format == "email" ? Self.withPlainLineEnds(bytes) : bytes
  }

  /// Lines of mail end with CR LF; references have LF alone, so that git and editors leave them as they are.
  private static func withPlainLineEnds(_ mail: [UInt8]) -> [UInt8] {
    let (cr, lf) = (UInt8(ascii: "\r"), UInt8(ascii: "\n"))
    var bytes: [UInt8] = []
    bytes.reserveCapacity(mail.count)
    for byte in mail {
      if byte == lf, bytes.last == cr { bytes.removeLast() }
      bytes.append(byte)
    }
    return bytes
  }

  private func invocation(
    _ one: SuiteCase, _ format: String, _ snapshot: PlannedSnapshot
  ) throws(Stop) -> Invocation {
    var arguments = ["--format", format]
    arguments += one.options
    // The last one counts: what is written from right to left is Arabic, whatever language a case names.
    if snapshot.direction == .rtl { arguments += ["--locale", "ar"] }
    do {
      var parser = ArgumentParser(["render"], CommandTable.render, arguments)
      return try parser.parse()
    } catch {
      throw .failure(
        .configuration, "the options of case '\(one.id)' cannot be used: \(error.message)",
        at: Suite.fileName, advice: error.advice)
    }
  }

  private mutating func renderer(
    _ invocation: Invocation, _ snapshot: PlannedSnapshot, _ one: SuiteCase
  ) throws(Stop) -> Renderer {
    let key =
      [snapshot.style, snapshot.direction.rawValue, invocation.value(RenderOptions.format) ?? ""]
      + one.options + [one.templates ?? ""]
    if let known = renderers[key] { return known }
    let options = try Options(invocation, Surroundings())
    if options.format == .card, options.focus == nil {
      throw .failure(
        .configuration, "the card of case '\(one.id)' is about no comment", at: Suite.fileName,
        advice: "add \"options\": [\"--comment\", \"ID\"]")
    }
    var style = self.style
    if style == nil {
      style =
        Words.styles.contains(snapshot.style)
        ? .embedded(snapshot.style) : try LookFiles.style(path(snapshot.style))
    }
    let templates = try LookFiles.templates(in: one.templates.map(path))
    do {
      let renderer = try Renderer(options: options, style: style ?? .ign, templates: templates)
      renderers[key] = renderer
      return renderer
    } catch {
      throw Stop(error)
    }
  }

  private mutating func story(_ one: SuiteCase) throws(Stop) -> Story {
    if let known = stories[one.source] { return redacted(known, one) }
    let story: Story
    switch one.source {
    case .demo(let name): story = try DemoCommand.story("\(name).json")
    case .story(let paths):
      var sources: [InputSource] = []
      for path in paths.map(path) {
        do {
          sources.append(InputSource(name: path, bytes: try WholeFile.bytes(of: path)))
        } catch {
          throw StoryInput.stop(error, reading: path)
        }
      }
      do { story = try Reading(sources).story } catch { throw Stop(error) }
    case .html: throw .failure(.internalError, "a page has no story")
    }
    stories[one.source] = story
    return redacted(story, one)
  }

  private func redacted(_ story: Story, _ one: SuiteCase) -> Story {
    var kinds: StoryAliases = []
    for redaction in one.redacts {
      switch redaction {
      case .ids: kinds.insert(.ids)
      case .dates: kinds.insert(.dates)
      case .addresses: kinds.insert(.addresses)
      }
    }
    return kinds.isEmpty ? story : story.replacing(kinds)
  }
}
