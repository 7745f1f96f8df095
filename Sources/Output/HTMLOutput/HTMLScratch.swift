package import Bytes
package import MarkupWriting

/// Memory that is reused from story to story: the specialised programs of the comments' template, and buffers for structured data.
package struct HTMLScratch: ~Copyable {
  /// The templates that the programs were made of.
  private var templates: HTMLTemplates?
  private var commentPrograms: SpecializedPrograms?
  private var structuredData: OutputBuffer?

  package init() {}

  package init(
    _ commentPrograms: consuming SpecializedPrograms, of templates: HTMLTemplates,
    structuredData: consuming OutputBuffer? = nil
  ) {
    self.templates = templates
    self.commentPrograms = consume commentPrograms
    self.structuredData = consume structuredData
  }

  /// Takes the programs of some templates, or makes them if the story before had others.
  mutating func takePrograms(of templates: HTMLTemplates) -> SpecializedPrograms {
    let areTheirs = self.templates === templates
    if let programs = commentPrograms.take(), areTheirs { return programs }
    return templates.commentPrograms()
  }

  /// Takes memory for structured data.
  mutating func takeStructuredData() -> OutputBuffer { structuredData.take() ?? OutputBuffer() }
}
