import Atoll
import Bytes
import Comments
import Layout
package import PageShots
package import Snapshots
import Theming

/// A renderer of the cases of a suite, from the files below one folder.
///
/// The folder is a working tree, or what git has at a commit. A style and templates are plain files, so
/// the binary of today renders pages with the style of an older commit.
package struct SuiteRenderer: Sendable {
  package let root: String
  let inputs: any SuiteInputs
  /// A style that replaces those of the suite.
  var style: Style?
  private var renderers: [RendererKey: Renderer] = [:]
  private var stories: [SuiteCase.Source: Story] = [:]
  private var outputs: [OutputKey: [UInt8]] = [:]

  /// The facts on which the output of a suite depends.
  private struct OutputKey: Hashable {
    var caseID: String
    var format: String
    var style: String
    var direction: SuiteCase.Direction
  }

  /// The facts on which a renderer depends.
  private struct RendererKey: Hashable {
    var format: String
    var style: String
    var direction: SuiteCase.Direction
    var options: [String]
    var templates: String?
  }

  package init(root: String, inputs: any SuiteInputs) {
    (self.root, self.inputs) = (root, inputs)
  }

  /// Returns the path of a file that the suite names.
  package func path(of name: String) -> String { name.hasPrefix("/") ? name : "\(root)/\(name)" }

  /// Returns a case in one output format: `page`, `json`, `email`, ….
  package mutating func output(
    of one: SuiteCase, as format: String, for snapshot: PlannedSnapshot
  ) throws(SuiteError) -> [UInt8] {
    if case .html(let path) = one.source { return try contents(of: self.path(of: path)) }
    let key = OutputKey(
      caseID: one.id, format: format, style: snapshot.style, direction: snapshot.direction)
    if let known = outputs[key] { return known }
    let bytes = try render(one, as: format, for: snapshot)
    outputs[key] = bytes
    return bytes
  }

  private mutating func render(
    _ one: SuiteCase, as format: String, for snapshot: PlannedSnapshot
  ) throws(SuiteError) -> [UInt8] {
    let story = try redacted(story(of: one.source), one.redacts)
    let options = try options(of: one, as: format, for: snapshot)
    if format == "json" { return options.pageBlocks(of: story).json() }
    let renderer = try renderer(for: one, options, format, snapshot)
    do throws(AtollError) {
      let bytes = try renderer.render(story).bytes
      return format == "email" ? Self.withPlainLineEnds(bytes) : bytes
    } catch {
      throw SuiteError(error)
    }
  }

  /// Returns a mail with LF for CR LF, so that git and editors leave the reference as it is.
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

  private func options(
    of one: SuiteCase, as format: String, for snapshot: PlannedSnapshot
  ) throws(SuiteError) -> Options {
    var arguments = ["--format", format] + one.options
    // The last option wins: a page from right to left is Arabic, whatever language the case names.
    if snapshot.direction == .rtl { arguments += ["--locale", "ar"] }
    do throws(SuiteError) {
      return try inputs.options(from: arguments)
    } catch {
      var error = error
      error.message = "the options of case '\(one.id)' cannot be used: \(error.message)"
      error.place = error.place ?? Suite.fileName
      throw error
    }
  }

  private mutating func renderer(
    for one: SuiteCase, _ options: Options, _ format: String, _ snapshot: PlannedSnapshot
  ) throws(SuiteError) -> Renderer {
    let key = RendererKey(
      format: format, style: snapshot.style, direction: snapshot.direction, options: one.options,
      templates: one.templates)
    if let known = renderers[key] { return known }
    if options.format == .card, options.focus == nil {
      throw SuiteError(
        .configuration, "the card of case '\(one.id)' needs a comment", at: Suite.fileName,
        advice: "add \"options\": [\"--comment\", \"ID\"]")
    }
    let style = try style(for: snapshot)
    var templates: [TemplateSource] = []
    if let folder = one.templates { templates = try inputs.templates(in: path(of: folder)) }
    do throws(AtollError) {
      let renderer = try Renderer(options: options, style: style, templates: templates)
      renderers[key] = renderer
      return renderer
    } catch {
      throw SuiteError(error)
    }
  }

  private func style(for snapshot: PlannedSnapshot) throws(SuiteError) -> Style {
    if let style { return style }
    let name = snapshot.style
    return Theme.embeddedNames.contains(name)
      ? .embedded(name) : try inputs.style(in: path(of: name))
  }

  private mutating func story(of source: SuiteCase.Source) throws(SuiteError) -> Story {
    if let known = stories[source] { return known }
    let story: Story
    switch source {
    case .demo(let name): story = try inputs.demoStory(named: name)
    case .story(let paths):
      var files: [InputSource] = []
      for path in paths.map(path(of:)) {
        files.append(InputSource(name: path, bytes: try contents(of: path)))
      }
      do throws(AtollError) { story = try Reading(files).story } catch { throw SuiteError(error) }
    case .html(let path): throw SuiteError(.badSuite, "a page has no story", at: path)
    }
    stories[source] = story
    return story
  }

  private func contents(of path: String) throws(SuiteError) -> [UInt8] {
    do throws(SnapshotError) {
      if let bytes = try StoreFiles.contents(of: path) { return bytes }
    } catch {
      throw SuiteError(error, .noInput)
    }
    throw SuiteError(.noInput, "there is no such file", at: path)
  }

  private func redacted(_ story: Story, _ redactions: [SuiteCase.Redaction]) -> Story {
    var aliases: StoryAliases = []
    for redaction in redactions {
      switch redaction {
      case .ids: aliases.insert(.ids)
      case .dates: aliases.insert(.dates)
      case .addresses: aliases.insert(.addresses)
      }
    }
    return aliases.isEmpty ? story : story.replacing(aliases)
  }
}

extension SuiteError {
  /// A failure to read or render a story.
  init(_ error: AtollError) {
    let reason: Reason =
      switch error.kind {
      case .input: .noInput
      case .template, .style, .options: .configuration
      case .output: .inputOutput
      }
    let detail = error.details.split(separator: "\n").first.map { ": \($0)" } ?? ""
    self.init(reason, error.message + detail, at: error.place, advice: error.advice)
    underlying = error
  }

  /// A failure of the store; a damaged reference is `corrupt`.
  package init(_ error: SnapshotError, _ reason: Reason = .inputOutput) {
    self.init(error.isDamage ? .corrupt : reason, error.message, at: error.path)
    underlying = error
  }

  /// A failure to take pictures.
  package init(_ error: ShotError) {
    self.init(.environment, error.description)
    underlying = error
  }
}
