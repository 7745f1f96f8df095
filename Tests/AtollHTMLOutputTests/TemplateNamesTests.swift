import AtollEmailOutput
import AtollMarkupWriting
import AtollTemplating
import Foundation
import TestSupport
import Testing

@testable import AtollHTMLOutput

/// Compares `docs/templates.md` with the program, in both directions.
@Suite struct TemplateNamesTests {
  struct Name: Hashable {
    var name: String
    var kind: String
  }

  /// The tables of the page: the rows under each heading of level three, and the table of templates.
  struct Page {
    var groups: [String: [Name]] = [:]
    var templates: [(file: String, groups: [String], marks: [String])] = []

    init() throws {
      var heading = ""
      for line in try Repository.text("docs/templates.md").split(separator: "\n") {
        if line.hasPrefix("#") { heading = String(line) }
        let cells = line.split(separator: "|")
          .map { $0.trimmingCharacters(in: .whitespaces) }
        guard cells.count >= 3, cells[0].hasPrefix("`") else { continue }
        let first = cells[0].replacing("`", with: "")
        if heading.hasPrefix("### ") {
          groups[String(heading.dropFirst(4)), default: []].append(
            Name(name: first, kind: cells[1]))
        } else if heading.hasPrefix("## Templates") {
          let groups = cells[2] == "–" ? [] : cells[2].components(separatedBy: ", ")
          let marks = cells[3].matches(of: /{{> ([a-z]+)}}/).map { String($0.1) }
          templates.append((first, groups, marks))
        }
      }
    }
  }

  /// Every template of every output, in the order of the page.
  static let files: [(name: String, schema: TemplateSchema)] =
    HTMLTemplateFile.allCases.map { ($0.rawValue, $0.schema) }
    + EmailTemplateFile.allCases.map { ($0.rawValue, $0.schema) }

  @Test func documentsEveryTemplateWithItsFields() throws {
    let page = try Page()
    #expect(page.templates.map(\.file) == Self.files.map(\.name))
    for (template, file) in zip(page.templates, Self.files) {
      var told: [Name] = template.marks.map { Name(name: $0, kind: "mark") }
      for group in ["Everywhere", "Words"] + template.groups {
        told += try #require(page.groups[group], "\(template.file) names no group of \(group)")
      }
      let known = file.schema.allFields.map { Name(name: $0.name, kind: "\($0.kind)") }
      #expect(
        Set(known).subtracting(told) == [], "\(template.file): the page does not tell of these")
      #expect(
        Set(told).subtracting(known) == [], "\(template.file): the program does not know these")
      #expect(told.count == Set(told).count, "\(template.file): told twice")
      let marks = known.filter { $0.kind == "mark" }.map(\.name)
      #expect(template.marks == marks, "the order of the marks")
    }
  }

  @Test func documentsNoUnusedGroups() throws {
    let page = try Page()
    let used = Set(page.templates.flatMap(\.groups)).union(["Everywhere", "Words"])
    #expect(Set(page.groups.keys) == used)
  }

  @Test func documentsTheKindsOfFields() throws {
    let page = try Page()
    let kinds = Set(page.groups.values.flatMap { $0.map(\.kind) })
    #expect(kinds == ["text", "html", "url", "number", "token", "flag", "list"])
  }

  @Test func givesEveryFieldAUniqueID() {
    for file in Self.files {
      let ids = file.schema.allFields.map(\.id)
      #expect(Set(ids).count == ids.count, "\(file.name)")
    }
    let used = Set(Self.files.flatMap { $0.schema.allFields.map(\.id) })
    let fields =
      FlagField.allCases.map(\.id) + NumberField.allCases.map(\.id) + TextField.allCases.map(\.id)
      + InsertionPoint.allCases.map(\.id)
    #expect(Set(fields).count == fields.count)
    for field in fields { #expect(used.contains(field), "no template can name \(field)") }
  }
}
