import BodyText
import Bytes
import Layout
import MarkupWriting

/// The tables of where each comment of a thread in several pages is: one in JSON, and one for nginx.
struct CommentAddresses {
  static let jsonName = "comments.json"
  static let nginxName = "redirects.map"

  private let thread: ThreadPages
  private let bytes: [UInt8]
  private let permalinks: Permalinks
  /// The path of the folder on the server; empty if it is unknown.
  private let folder: [UInt8]
  private let entries: [Entry]

  private struct Entry {
    var id: Slice
    var page: Int
  }

  init(
    _ list: BlockList, _ thread: ThreadPages, _ addresses: AddressSettings, folder: SafeURL?
  ) {
    self.thread = thread
    permalinks = Permalinks(list, addresses, hasAnchors: true)
    bytes = list.bytes
    self.folder = folder.map(Self.path) ?? []
    entries = list.blocks.compactMap { block in
      guard block.isOfThread, let page = thread.number(ofPageWith: block.position) else {
        return nil
      }
      return Entry(id: list.view(of: block).id, page: page)
    }
  }

  /// Returns the path of an address, with everything encoded that means something to nginx.
  private static func path(of address: SafeURL) -> [UInt8] {
    let start = address.bytes.dropFirst("https://".utf8.count).firstIndex(of: UInt8(ascii: "/"))
    var out = OutputBuffer(capacity: address.bytes.count + 16)
    for byte in address.bytes[(start ?? address.bytes.endIndex)...] {
      if byte == UInt8(ascii: "$") { out.append("%24") } else { out.append(byte) }
    }
    return out.bytes()
  }

  // MARK: JSON

  /// The table in JSON: the pages with their numbers of comments, and the place of each comment by its id.
  ///
  ///     {"pages":[{"file":"page-1.html","comments":100}],"comments":{"demo-1":"page-1.html#c-demo-1"}}
  func json() -> [UInt8] {
    var out = OutputBuffer(capacity: entries.count * 64 + 256)
    out.beginObject()
    out.append(key: "pages")
    out.beginArray()
    for (index, page) in thread.pages.enumerated() {
      out.separate()
      out.beginObject()
      out.append(member: "file", string: PageName.of(index + 1))
      out.append(member: "comments", page.commentCount)
      out.endObject()
    }
    out.endArray()
    out.append(key: "comments")
    out.beginObject()
    for entry in entries {
      out.separate()
      out.append(jsonString: String(decoding: bytes[entry.id.range], as: UTF8.self))
      out.append(":")
      out.append(jsonString: String(decoding: place(of: entry), as: UTF8.self))
    }
    out.endObject()
    out.endObject()
    out.append("\n")
    return out.bytes()
  }

  /// The file and the anchor of a comment: `page-3.html#c-42`.
  private func place(of entry: Entry) -> [UInt8] {
    var out = OutputBuffer(capacity: 64)
    out.append(verbatim: PageName.of(entry.page))
    out.append("#")
    permalinks.appendAnchor(
      entry.id, isPlain: isPlainID(entry.id, of: bytes), of: bytes, to: &out)
    return out.bytes()
  }

  // MARK: nginx

  /// The lines of an nginx `map` from `?commentID=` to the place of each comment.
  ///
  /// nginx compares strings without regard to case, and a few words mean something as keys
  /// (ngx_http_map_module). Ids that differ only in case are therefore written as regular expressions.
  func nginxMap() -> [UInt8] {
    var out = OutputBuffer(capacity: entries.count * 96 + 1024)
    out.append(Self.instructions)
    var uses: [String: Int] = [:]
    let keys = entries.map { key(of: $0.id) }
    for key in keys { uses[key.lowercased(), default: 0] += 1 }
    for (entry, key) in zip(entries, keys) {
      out.append("\"")
      if uses[key.lowercased(), default: 0] > 1 {
        out.append(verbatim: "~^\(key.replacing(".", with: "\\."))$")
      } else {
        if Self.words.contains(key.lowercased()) { out.append("\\") }
        out.append(verbatim: key)
      }
      out.append("\" \"")
      out.append(contentsOf: folder)
      out.append(contentsOf: place(of: entry))
      out.append("\";\n")
    }
    return out.bytes()
  }

  /// The words that mean something as a key.
  private static let words: Set<String> = ["default", "hostnames", "include", "volatile"]

  private static let instructions: StaticString = """
    # The pages of comments, by the old addresses with ?commentID= (Coral) or ?commentId= (Talk).
    # In the http block, for all stories at once:
    #   map_hash_bucket_size 256;
    #   map $arg_commentid $comment_page { include /srv/comments/*/redirects.map; }
    # In the location of the stories:
    #   if ($comment_page) { return 301 $comment_page; }

    """

  /// An id as it is in an address.
  private func key(of id: Slice) -> String {
    var out = OutputBuffer(capacity: Int(id.count) + 16)
    appendPercentEncoded(id, of: bytes, percent: "%", to: &out)
    return String(decoding: out.bytes(), as: UTF8.self)
  }
}
