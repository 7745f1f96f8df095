package import Atoll
import AtollBytes
package import AtollComments

/// Everything that the preview is rendered from.
package struct PreviewInputs: Sendable {
  package var style: Style
  package var templates: [TemplateSource]
  package var story: Story
  package var specimen: Story
  package var mail: MailOptions

  package init(
    style: Style, templates: [TemplateSource], story: Story, specimen: Story,
    mail: MailOptions = MailOptions()
  ) {
    (self.style, self.templates, self.mail) = (style, templates, mail)
    (self.story, self.specimen) = (story, specimen)
  }
}

/// The pages of the preview: the overview page with all views, and the views themselves.
package struct PreviewSite: Sendable {
  /// The last inputs without errors.
  private var inputs: PreviewInputs?
  /// The errors in the current inputs, as lines: `templates/card.mustache:3:7: error: …`.
  private var problems: [String] = []
  /// The number of changes so far.
  private var version = 0
  /// The name of the previewed folder, for the title of the page.
  private let name: String

  package init(name: String) { self.name = name }

  package mutating func show(_ new: PreviewInputs) {
    inputs = new
    problems = []
    version += 1
  }

  /// Shows errors, while the views stay as they were.
  package mutating func showProblems(_ problems: [String]) {
    self.problems = problems
    version += 1
  }

  /// The version and the errors as JSON, for the script on the page.
  package var stateJSON: String {
    let json: JSONValue = [
      "hasViews": .bool(inputs != nil), "problems": .array(problems.map { .string($0) }),
      "version": JSONValue(version),
    ]
    return json.serialized
  }

  /// The Content Security Policy of the overview page, which allows only the preview's own files.
  private static let contentSecurityPolicy =
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; frame-src 'self'"

  /// Returns the response to a request; the list of paths is fixed, and no file is read.
  package func response(to path: String) -> Response {
    switch path {
    case "/":
      return Response(.html, body: page(), contentSecurityPolicy: Self.contentSecurityPolicy)
    case "/preview.css":
      return Response(.css, body: Array(EmbeddedData.text(of: "preview.css").utf8))
    case "/preview.js", "/events.js":
      return Response(.script, body: Array(EmbeddedData.text(of: String(path.dropFirst())).utf8))
    case _:
      guard path.hasPrefix("/view/"), let inputs,
        let view = PreviewView.all.first(where: { "/view/\($0.id)" == path })
      else { return Response(.notFound) }
      return Response(.html, body: Self.document(of: view, inputs: inputs))
    }
  }

  /// Returns the overview page, with an empty frame for each view.
  private func page() -> [UInt8] {
    var frames = ""
    for group in PreviewView.Group.allCases {
      frames += "<section id=\"\(group.rawValue)\"><h2>\(group.title)</h2>\n"
      for view in PreviewView.all where view.group == group {
        frames += "<figure class=\"w\(view.width) \(view.scheme.rawValue)\">"
        frames += "<figcaption><a href=\"/view/\(view.id)\" target=\"_blank\">\(view.title)</a>"
        frames += "</figcaption><iframe data-view=\"\(view.id)\" title=\"\(view.title)\""
        // Scripts stay forbidden; this only lets the overview page read a view's scroll position.
        frames += " sandbox=\"allow-same-origin\"></iframe></figure>\n"
      }
      frames += "</section>\n"
    }
    let page = EmbeddedData.text(of: "preview.html").replacing(
      text: "{{name}}", with: escapedForMarkup(name)
    )
    .replacing(text: "{{frames}}", with: frames)
    return Array(page.utf8)
  }

  // MARK: Views

  private static func document(of view: PreviewView, inputs: PreviewInputs) -> [UInt8] {
    let story = view.subject == .story ? inputs.story : inputs.specimen
    guard var options = view.options(for: story) else {
      return messagePage("The thread has no comment for a card.")
    }
    if view.format.isMail { options.mail = inputs.mail }
    let output: [UInt8]
    do throws(AtollError) {
      let renderer = try Renderer(
        options: options, style: inputs.style, templates: inputs.templates)
      output = try renderer.render(story).bytes
    } catch {
      return messagePage("\(error)")
    }
    switch view.treatment {
    case .asIs:
      return view.format.isMail
        ? replacing(
          "(prefers-color-scheme:dark)",
          with: view.scheme == .dark ? trueCondition : falseCondition,
          in: output)
        : output
    case .moreContrast:
      return replacing("(prefers-contrast:more)", with: trueCondition, in: output)
    case .inHost: return hostPage(around: output, scheme: view.scheme)
    case .withoutStyle: return output.removing(from: "<style".utf8, through: "</style>".utf8)
    case .terminal: return TerminalMarkup.page(of: output, scheme: view.scheme)
    }
  }

  // A frame has the same preferences as the whole browser, so these replace the media conditions of
  // a view.
  private static let trueCondition = "(min-width:0px)"
  private static let falseCondition = "(max-width:0px)"

  /// Returns a page with a condition in its style sheet replaced, and with the new hash
  /// in its policy.
  private static func replacing(
    _ condition: String, with other: String, in page: [UInt8]
  ) -> [UInt8] {
    let edited = page.replacing(bytes: condition.utf8, with: other.utf8)
    return edited.replacing(bytes: sheetHash(of: page).utf8, with: sheetHash(of: edited).utf8)
  }

  /// Returns the hash of a page's first style sheet, in the form used in a Content Security Policy.
  private static func sheetHash(of page: [UInt8]) -> String {
    let start = page.firstRange(ofBytes: "<style>".utf8)?.upperBound ?? page.endIndex
    let end = page[start...].firstRange(ofBytes: "</style>".utf8)?.lowerBound ?? page.endIndex
    return "sha256-\(base64(SHA256.digest(Array(page[start..<end]))))"
  }

  /// Returns a sample page of a site that contains a fragment.
  private static func hostPage(around fragment: [UInt8], scheme: PreviewView.Scheme) -> [UInt8] {
    let page = EmbeddedData.text(of: "host.html").replacing(
      text: "{{scheme}}", with: scheme.rawValue)
    let parts = page.split(atText: "{{fragment}}")
    let start = parts.first.map { Array($0.utf8) } ?? []
    return start + fragment + (parts.count == 2 ? Array(parts[1].utf8) : [])
  }

  private static func messagePage(_ text: String) -> [UInt8] {
    Array("<!DOCTYPE html><meta charset=\"utf-8\"><p>\(escapedForMarkup(text))</p>\n".utf8)
  }
}
