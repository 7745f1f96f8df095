import AtollBytes
public import AtollComments
import AtollLayout

/// The options for an archive: a copy of a thread that works without its server.
public struct ArchiveOptions: Hashable, Sendable {
  /// The time of the archive, shown in its banner; `nil` if the output is not an archive.
  ///
  /// In an archive, links to comments lead into the archive, unless `AddressOptions.permalinks` is
  /// a template. An archive does not send readers to the server for comments that are left out.
  public var date: Timestamp?
  /// The secret key from which the pseudonyms of authors are made; `nil` keeps their names.
  ///
  /// The same key gives the same person the same pseudonym in all stories.
  public var pseudonymKey: [UInt8]?
  /// True if staff, moderators, administrators, experts and the editors who featured comments keep
  /// their names.
  public var keepsStaffNames = false
  /// The other names that are kept.
  public var keptNames: Set<String> = []

  /// Creates the default options: no archive.
  public init() {}

  /// The minimum number of bytes in a key, so that it cannot be guessed.
  public static let minimumKeyLength = 16
}

extension Options {
  func checkArchive() throws(AtollError) {
    if archive.pseudonymKey == nil, archive.keepsStaffNames || !archive.keptNames.isEmpty {
      throw AtollError(
        .options,
        message: "names to keep are given, but without a key for pseudonyms all names are kept",
        advice: "give a key for pseudonyms")
    }
    if let key = archive.pseudonymKey, key.count < ArchiveOptions.minimumKeyLength {
      throw AtollError(
        .options,
        message: "the key for pseudonyms has only \(key.count) bytes, and could be guessed",
        advice: "make one of at least \(ArchiveOptions.minimumKeyLength) random bytes")
    }
    guard archive.date != nil else { return }
    switch addresses.permalinks {
    case .automatic, .page, .template: break
    case .server, .none:
      throw AtollError(
        aboutOptions: .permalinks, message: "the links of an archive lead to its own comments",
        advice: "leave the permalinks out, or write an address with {id}")
    }
  }

  /// Returns the story with pseudonyms in place of its authors' names, if there is a key for them.
  func applyingPseudonyms(to story: Story) -> Story {
    guard let key = archive.pseudonymKey else { return story }
    var story = story
    story.anonymize(
      key: key, pseudonymPrefix: Wording(language: resolvedLanguage).text(.pseudonymPrefix),
      keepsStaff: archive.keepsStaffNames, keptNames: archive.keptNames)
    return story
  }

  /// The text of an archive's banner; empty if the output is not an archive.
  var archivedLabel: [UInt8] {
    guard let date = archive.date else { return [] }
    let wording = Wording(language: resolvedLanguage, zone: zone.zone)
    return Array(
      wording.text(.archivedOn, count: 0, title: wording.timeText(date.milliseconds)).utf8)
  }
}
