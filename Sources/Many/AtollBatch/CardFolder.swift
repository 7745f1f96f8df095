import Atoll
import AtollBytes
import AtollComments
import AtollStore

/// The folders in which `atoll card` writes the cards of many stories.
package enum CardFolder {
  /// Returns the folder of a story's or comment's card, ending in a slash; `nil` if an id is empty.
  package static func name(story: String, comment: String? = nil) -> String? {
    var name = ""
    for id in [story] + (comment.map { [$0] } ?? []) {
      if id.isEmpty { return nil }
      name += "\(String(decoding: FileNameEncoding.encoded(Array(id.utf8)), as: UTF8.self))/"
    }
    return name
  }

  /// Returns the address of the card's picture for the best comment; `nil` if no comment has text,
  /// or if an id is empty.
  ///
  /// `address` is the address of the folder with all cards.
  static func pictureAddress(
    ofBestCommentIn story: Story, below address: String, options: Options
  ) -> String? {
    guard let best = options.bestComments(of: story, atMost: 1).first,
      let name = name(story: story.id, comment: story.comment(at: best).id)
    else { return nil }
    return address + ExportName.address(of: name) + SharedCard.pictureFileName
  }
}
