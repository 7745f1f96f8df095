import Atoll
import AtollOperatingSystem

/// The folders of cards that an earlier run wrote into a story's folder, one for each comment.
enum EarlierCards {
  /// Returns the names of the folders with cards in a folder, which may be missing.
  static func names(
    in storyFolder: String, apartFrom inputs: ProtectedInputs
  ) throws -> [String] {
    let found = try attributingCreationErrors(to: storyFolder) {
      try ifExists(Folders.names(in: storyFolder))
    }
    return (found ?? []).filter { isCard("\(storyFolder)/\($0)", apartFrom: inputs) }
  }

  /// Throws an error if a card's folder cannot be replaced.
  static func check(_ folder: String, apartFrom inputs: ProtectedInputs) throws {
    try OutputFolder.check(
      folder, containsOnly: SharedCard.isFileName, including: SharedCard.oEmbedFileName,
      beginningWith: SharedCard.beginningOfOEmbedData, describedAs: "one of a card's files",
      apartFrom: inputs)
  }

  /// Returns whether a folder contains the files of a card that Atoll wrote, and nothing else.
  static func isCard(_ folder: String, apartFrom inputs: ProtectedInputs) -> Bool {
    guard containsCard(folder), (try? FileMetadata(ofLink: folder))?.kind == .folder
    else { return false }
    return (try? check(folder, apartFrom: inputs)) != nil
  }

  /// Returns whether a folder contains the files of a card that Atoll wrote.
  static func containsCard(_ folder: String) -> Bool {
    firstBytes(ofFile: "\(folder)/\(SharedCard.oEmbedFileName)")
      .starts(with: SharedCard.beginningOfOEmbedData.utf8)
  }
}
