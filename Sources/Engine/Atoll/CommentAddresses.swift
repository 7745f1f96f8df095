import BodyText
import Bytes
import Layout
import MarkupWriting

/// The tables of where each comment of a thread in several pages is: one in JSON, and one for nginx.
///
/// A page adds its comments when it has been written, as the processor still has them in its cache then. Their ids are
/// copied, so that both tables are written from memory in its order.
struct CommentAddresses {
  static let jsonName = "comments.json"
  static let nginxName = "redirects.map"

  private let thread: ThreadPages
  /// The addresses of the pages, up to the anchor: `page-3.html#`.
  private let pages: [[UInt8]]
  private let permalinks: Permalinks
  /// The path of the folder on the server; empty if it is unknown.
  private let folder: [UInt8]
  /// The ids of all comments, one after another.
  private var ids: [UInt8] = []
  private var entries: [Entry] = []

  private struct Entry {
    /// The place in `ids`.
    var id: Slice
    var page: Int
    /// The id is written in anchors and in JSON as it is.
    var isPlain: Bool
    /// The id is a key for nginx as it is, like all of Coral and Talk.
    var isUsual: Bool
  }

  init(
    _ list: BlockList, _ thread: ThreadPages, _ addresses: AddressSettings, folder: SafeURL?
  ) {
    self.thread = thread
    pages = thread.pages.indices.map { Array("\(PageName.of($0 + 1))#".utf8) }
    permalinks = Permalinks(list, addresses, hasAnchors: true)
    self.folder = folder.map(Self.path) ?? []
    entries.reserveCapacity(list.blocks.count)
  }

  /// Adds the comments of a page.
  mutating func add(_ page: BlockList, number: Int) {
    for block in page.blocks where block.isOfThread {
      let given = page.id(of: block)
      let id = Slice(start: UInt32(truncatingIfNeeded: ids.count), count: given.count)
      ids += page.bytes[given.range]
      let isPlain = isPlainID(id, of: ids)
      entries.append(
        Entry(id: id, page: number, isPlain: isPlain, isUsual: isPlain && isUsual(id)))
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
  func writeJSON(to out: inout OutputBuffer) {
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
      if entry.isPlain {
        out.append("\"")
        out.append(entry.id, of: ids)
        out.append("\"")
      } else {
        out.append(json: entry.id, of: ids)
      }
      out.append(":\"")
      appendPlace(of: entry, to: &out)
      out.append("\"")
    }
    out.endObject()
    out.endObject()
    out.append("\n")
  }

  /// Appends the file and the anchor of a comment, which have no characters to escape: `page-3.html#c-42`.
  private func appendPlace(of entry: Entry, to out: inout OutputBuffer) {
    out.append(contentsOf: pages[entry.page - 1])
    permalinks.appendAnchor(entry.id, isPlain: entry.isPlain, of: ids, to: &out)
  }

  // MARK: nginx

  /// The lines of an nginx `map` from `?commentID=` to the place of each comment.
  ///
  /// nginx compares strings without regard to case, and a few words, and keys that begin with `~`, mean something
  /// (ngx_http_map_module). Such ids, and those that differ only in case, are therefore escaped or written as regular expressions.
  func writeNginxMap(to out: inout OutputBuffer) {
    out.append(Self.instructions)
    let ambiguous = ambiguousKeys
    for entry in entries {
      out.append("\"")
      if ambiguous.isEmpty, entry.isUsual {
        out.append(entry.id, of: ids)
      } else {
        out.append(verbatim: pattern(of: key(of: entry.id), ambiguous))
      }
      out.append("\" \"")
      out.append(contentsOf: folder)
      appendPlace(of: entry, to: &out)
      out.append("\";\n")
    }
  }

  /// The keys, in lower case, that other keys equal except in case.
  private var ambiguousKeys: Set<String> {
    if entries.allSatisfy(\.isUsual) { return [] }
    var seen: Set<String> = []
    var ambiguous: Set<String> = []
    for entry in entries {
      let key = key(of: entry.id).lowercased()
      if !seen.insert(key).inserted { ambiguous.insert(key) }
    }
    return ambiguous
  }

  /// Returns whether a plain id has no capital letter and means nothing to nginx.
  private func isUsual(_ id: Slice) -> Bool {
    !ids[id.range].contains { $0 &- UInt8(ascii: "A") < 26 }
      && !Self.words.contains { ids.slice(id, equals: $0) }
  }

  /// Returns what a table has for a key.
  private func pattern(of key: String, _ ambiguous: Set<String>) -> String {
    let name = key.lowercased()
    if ambiguous.contains(name) || key.hasPrefix("~") {
      return "~^\(key.replacing(text: ".", with: "\\."))$"
    }
    return Self.words.contains { "\($0)" == name } ? "\\" + key : key
  }

  /// The words that mean something as a key.
  private static let words: [StaticString] = ["default", "hostnames", "include", "volatile"]

  private static let instructions: StaticString = """
    # The pages of comments, by the old addresses with ?commentID= (Coral) or ?commentId= (Talk).
    # In the http block, for all stories at once:
    #   map_hash_bucket_size 256;
    #   map $arg_commentid $comment_page { include /srv/comments/*/redirects.map; }
    # In the location of the stories:
    #   if ($comment_page) { return 301 $comment_page; }

    """

  /// An id as the servers and browsers write it in an address, where `~` is not encoded (RFC 3986, section 2.3).
  private func key(of id: Slice) -> String {
    var out = OutputBuffer(capacity: Int(id.count) + 16)
    appendPercentEncoded(id, of: ids, percent: "%", to: &out)
    return String(decoding: out.bytes(), as: UTF8.self).replacing(text: "%7E", with: "~")
  }
}
