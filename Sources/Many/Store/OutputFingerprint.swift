import Bytes
package import Hashing

/// Everything besides the story that an output depends on: outputs with different fingerprints differ.
package struct OutputFingerprint: Hashable, Sendable {
  package var version: String
  package var options: ContentHash
  package var templates: ContentHash
  package var style: ContentHash
  /// The media type of the outputs, such as `text/html; charset=utf-8`.
  package var contentType: String
  /// The keys of stories were given separately from the stories, which does not change any output.
  package var hasGivenKeys = false

  package init(
    version: String, options: ContentHash, templates: ContentHash, style: ContentHash,
    contentType: String
  ) {
    self.version = version
    self.options = options
    self.templates = templates
    self.style = style
    self.contentType = contentType
  }

  /// The hash of everything that changes outputs.
  package var hash: ContentHash {
    var copy = self
    copy.hasGivenKeys = false
    return ContentHash(of: copy.headerLine())
  }

  /// Returns the first line of a manifest.
  func headerLine() -> [UInt8] {
    var line = OutputBuffer()
    line.beginObject()
    line.append(member: "manifest", 1)
    line.append(member: "version", string: version)
    line.append(member: "options", options)
    line.append(member: "templates", templates)
    line.append(member: "style", style)
    line.append(member: "type", string: contentType)
    if hasGivenKeys { line.append(member: "keys", string: "given") }
    line.append("}\n")
    return line.bytes()
  }

  init?(headerLine line: [UInt8]) {
    var scanner = ManifestScanner(line)
    guard scanner.skip("{\"manifest\":1,\"version\":"), let version = scanner.text(),
      scanner.skip(",\"options\":"), let options = scanner.hash(),
      scanner.skip(",\"templates\":"), let templates = scanner.hash(),
      scanner.skip(",\"style\":"), let style = scanner.hash(),
      scanner.skip(",\"type\":"), let type = scanner.text()
    else { return nil }
    let hasGivenKeys = scanner.skip(",\"keys\":\"given\"")
    guard scanner.skip("}"), scanner.isAtEnd else { return nil }
    self.init(
      version: String(decoding: line[version], as: UTF8.self), options: options,
      templates: templates, style: style,
      contentType: String(decoding: line[type], as: UTF8.self))
    self.hasGivenKeys = hasGivenKeys
  }
}
