import AtollBytes
import AtollPictureTests
import AtollSnapshots

/// The results of a run as workflow commands, which GitHub shows as annotations.
struct WorkflowCommands {
  /// The maximum number of errors that GitHub shows for one step.
  static let maximumAnnotationCount = 10

  let results: VerifyResults

  /// Returns a command for each cause, and one for all obsolete references.
  ///
  /// If there are too many causes, one command counts the remaining ones.
  func lines() -> [String] {
    var lines: [String] = []
    let groups = results.groups
    for group in groups.prefix(
      groups.count > Self.maximumAnnotationCount
        ? Self.maximumAnnotationCount - 1 : Self.maximumAnnotationCount)
    {
      guard let first = group.entries.first else { continue }
      let count = group.entries.count
      let title = "\(counted(count, noun: "snapshot")) \(first.state.rawValue)"
      let names = group.entries.prefix(3).map(\.name).joined(separator: "\n")
      let message = "\(abbreviated(group.reasons[0]))\n\(names)\(count > 3 ? "\n…" : "")"
      lines.append(
        Self.command(message, titled: title, at: results.place(of: first, cause: group.cause)))
    }
    if groups.count > Self.maximumAnnotationCount {
      let omittedCount = groups.count - lines.count
      lines.append(
        Self.command("see the summary of the job", titled: "\(omittedCount) more causes"))
    }
    if !results.obsoleteReferences.isEmpty {
      let names = results.obsoleteReferences.prefix(3).map(\.text).joined(separator: "\n")
      lines.append(Self.command(names, titled: "obsolete references", level: "warning"))
    }
    return lines
  }

  private static func command(
    _ message: String, titled title: String, at place: SourcePlace? = nil,
    level: String = "error"
  ) -> String {
    var properties = "title=\(escaped(title, isProperty: true))"
    if let place {
      properties = "file=\(escaped(place.path, isProperty: true)),line=\(place.line),\(properties)"
    }
    return "::\(level) \(properties)::\(escaped(message, isProperty: false))"
  }

  private static func escaped(_ text: String, isProperty: Bool) -> String {
    var escaped = text.replacing(text: "%", with: "%25").replacing(text: "\r", with: "%0D")
      .replacing(text: "\n", with: "%0A")
    if isProperty {
      escaped = escaped.replacing(text: ":", with: "%3A").replacing(text: ",", with: "%2C")
    }
    return escaped
  }
}

/// The results of a run as a code quality report, which GitLab shows in a merge request.
struct CodeQualityReport {
  /// The texts with which such a file can begin.
  static let beginnings = ["[]", "[{\"check_name\":\"\(checkName)\""]
  private static let checkName = "atoll snapshot"

  let results: VerifyResults

  /// Returns a JSON array with an object for each unsettled snapshot and each obsolete reference.
  func text() -> String {
    var issues: [JSONValue] = []
    for entry in results.entries where !entry.state.isSettled {
      let reason = entry.causeText.split(separator: "\n").first.map(String.init) ?? ""
      issues.append(
        issue(
          "\(entry.name) \(entry.state.rawValue): \(abbreviated(reason))", severity: "major",
          at: results.place(of: entry, cause: entry.causes.first),
          fingerprintText: "\(entry.name)\n\(entry.causeText)"))
    }
    for name in results.obsoleteReferences {
      issues.append(
        issue(
          "\(name.text) is an obsolete reference", severity: "minor",
          at: .init(path: "\(results.storeFolder)/\(name)", line: 1),
          fingerprintText: "\(name)\nobsolete"
        ))
    }
    return JSONValue.array(issues).serialized + "\n"
  }

  private func issue(
    _ description: String, severity: String, at place: SourcePlace, fingerprintText: String
  ) -> JSONValue {
    JSONValue(sorted: [
      "check_name": .string(Self.checkName), "description": .string(description),
      "fingerprint": .string(SHA256.hexadecimal(of: Array(fingerprintText.utf8))),
      "location": ["lines": ["begin": JSONValue(place.line)], "path": .string(place.path)],
      "severity": .string(severity),
    ])
  }
}
