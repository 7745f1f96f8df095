import Atoll
import Comments
import Store

/// The folders in which `atoll card` writes the cards of many stories.
package enum CardFolder {
  /// Returns the name of the folder for a story's card, or for the card of one of its comments,
  /// with a trailing slash; `nil` if an id is empty or too long for the name of a folder.
  package static func name(story: String, comment: String? = nil) -> String? {
    var name = ""
    for id in [story] + (comment.map { [$0] } ?? []) {
      guard !id.isEmpty, let folder = ExportName("{key}")?.file(ofKey: Array(id.utf8)) else {
        return nil
      }
      name += "\(folder)/"
    }
    return name
  }

  /// Returns the address of the picture of the best comment's card, below the folder at `address`;
  /// `nil` if no comment has text, or if an id is empty or too long for the name of a folder.
  static func pictureAddress(ofBestCommentIn story: Story, below address: String) -> String? {
    guard let best = story.bestComments(atMost: 1).first,
      let name = name(story: story.id, comment: story.comment(at: best).id)
    else { return nil }
    return address + ExportName.address(of: name) + SharedCard.pictureFileName
  }
}
