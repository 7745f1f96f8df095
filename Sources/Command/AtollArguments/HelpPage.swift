import AtollBytes

/// The part of a command's help that is written by hand: an explanation and examples.
package struct HelpPage: Sendable {
  /// The explanation before the options, in paragraphs separated by empty lines.
  let discussion: String
  package let examples: [Example]

  package struct Example: Sendable {
    package let line: String
    package let purpose: String
  }

  /// Creates a page from text; a line such as `$ atoll demo  # In every format` is an example.
  package init(_ text: String) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    discussion = lines.filter { !$0.hasPrefix("$ ") }.joined(separator: "\n")
    examples = lines.filter { $0.hasPrefix("$ ") }.map { line in
      let parts = line.dropFirst(2).split(atText: "  # ")
      return Example(line: String(parts[0]), purpose: parts.dropFirst().joined() + ":")
    }
  }
}
