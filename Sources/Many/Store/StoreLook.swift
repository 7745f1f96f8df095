import Bytes
package import Hashing

/// All that decides what an output looks like but the story: another look, another output.
package struct StoreLook: Hashable, Sendable {
  package var version: String
  package var options: ContentHash
  package var templates: ContentHash
  package var style: ContentHash
  /// What the outputs are to whoever serves them: `text/html; charset=utf-8`.
  package var contentType: String
  /// Whether keys of stories came from outside, and are not in the stories; no output is another one by that.
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

  /// One hash of it all.
  package var hash: ContentHash {
    var look = self
    look.hasGivenKeys = false
    return ContentHash(of: look.headerLine())
  }

  /// The first line of a manifest.
  func headerLine() -> [UInt8] {
    var line = OutputBuffer()
    line.append("{\"manifest\":1,\"version\":")
    line.append(jsonString: version)
    line.append(",\"options\":\"")
    line.append(options)
    line.append("\",\"templates\":\"")
    line.append(templates)
    line.append("\",\"style\":\"")
    line.append(style)
    line.append("\",\"type\":")
    line.append(jsonString: contentType)
    if hasGivenKeys { line.append(",\"keys\":\"given\"") }
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
      templates: templates,
      style: style, contentType: String(decoding: line[type], as: UTF8.self))
    self.hasGivenKeys = hasGivenKeys
  }
}
