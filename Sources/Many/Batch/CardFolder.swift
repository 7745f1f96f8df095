import Atoll
import Comments
import Store

/// The folders in which `atoll card` writes the cards of many stories.
package enum CardFolder {
  /// Returns the folder of a story's or comment's card, ending in a slash; `nil` if an id is empty.
  package static func name(story: String, comment: String? = nil) -> String? {
    var name = ""
    for id in [story] + (comment.map { [$0] } ?? []) {
      if id.isEmpty { return nil }
      name += "\(String(decoding: ExportName.encoded(Array(id.utf8)), as: UTF8.self))/"
    }
    return name
  }

  /// Returns the address of the picture of the best comment's card; `address` is that of the folder
  /// with all cards.
  ///
  /// Returns `nil` if no comment has text, or if an id is empty.
  static func pictureAddress(ofBestCommentIn story: Story, below address: String) -> String? {
    guard let best = story.bestComments(atMost: 1).first,
      let name = name(story: story.id, comment: story.comment(at: best).id)
    else { return nil }
    return address + ExportName.address(of: name) + SharedCard.pictureFileName
  }
}
