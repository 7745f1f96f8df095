package import AtollBytes
package import AtollMarkupWriting

/// Memory that is reused from story to story: the specialized programs for the comments' template,
/// and a buffer for structured data.
package struct HTMLScratch: ~Copyable {
  /// The templates from which the programs were made.
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

  /// Returns the programs for these templates; new ones if the previous story had other templates.
  mutating func takePrograms(of templates: HTMLTemplates) -> SpecializedPrograms {
    let areForTheseTemplates = self.templates === templates
    if let programs = commentPrograms.take(), areForTheseTemplates { return programs }
    return templates.commentPrograms()
  }

  mutating func takeStructuredData() -> OutputBuffer { structuredData.take() ?? OutputBuffer() }
}
