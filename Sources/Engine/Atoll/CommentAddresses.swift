import BodyText
import Bytes
import Layout
import MarkupWriting

/// The tables of where each comment of a thread in several pages is: one in JSON, and one for nginx.
struct CommentAddresses {
  static let jsonName = "comments.json"
  static let nginxName = "redirects.map"

  private let thread: ThreadPages
  /// The names of the pages' files.
  private let pageNames: [[UInt8]]
  private let bytes: [UInt8]
  private let permalinks: Permalinks
  /// The path of the folder on the server; empty if it is unknown.
  private let folder: [UInt8]
  private let entries: [Entry]

  private struct Entry {
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
    pageNames = thread.pages.indices.map { Array(PageName.of($0 + 1).utf8) }
    permalinks = Permalinks(list, addresses, hasAnchors: true)
    let bytes = list.bytes
    self.bytes = bytes
    self.folder = folder.map(Self.path) ?? []
    entries = list.blocks.compactMap { block in
      guard block.isOfThread, let page = thread.number(ofPageWith: block.position) else {
        return nil
      }
      let id = list.view(of: block).id
      return Entry(
        id: id, page: page, isPlain: isPlainID(id, of: bytes),
        isUsual: Self.isUsual(id, of: bytes))
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
      if entry.isPlain {
        out.append("\"")
        out.append(entry.id, of: bytes)
        out.append("\"")
      } else {
        out.append(json: entry.id, of: bytes)
      }
      out.append(":\"")
      appendPlace(of: entry, to: &out)
      out.append("\"")
    }
    out.endObject()
    out.endObject()
    out.append("\n")
    return out.bytes()
  }

  /// Appends the file and the anchor of a comment, which have no characters to escape: `page-3.html#c-42`.
  private func appendPlace(of entry: Entry, to out: inout OutputBuffer) {
    out.append(contentsOf: pageNames[entry.page - 1])
    out.append("#")
    permalinks.appendAnchor(entry.id, isPlain: entry.isPlain, of: bytes, to: &out)
  }

  // MARK: nginx

  /// The lines of an nginx `map` from `?commentID=` to the place of each comment.
  ///
  /// nginx compares strings without regard to case, and a few words, and keys that begin with `~`, mean something
  /// (ngx_http_map_module). Such ids, and those that differ only in case, are therefore escaped or written as regular expressions.
  func nginxMap() -> [UInt8] {
    var out = OutputBuffer(capacity: entries.count * 96 + 1024)
    out.append(Self.instructions)
    let ambiguous = ambiguousKeys
    for entry in entries {
      out.append("\"")
      if ambiguous.isEmpty, entry.isUsual {
        out.append(entry.id, of: bytes)
      } else {
        out.append(verbatim: pattern(of: key(of: entry.id), ambiguous))
      }
      out.append("\" \"")
      out.append(contentsOf: folder)
      appendPlace(of: entry, to: &out)
      out.append("\";\n")
    }
    return out.bytes()
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

  /// Returns whether an id has lower-case letters, digits and `-` only, and means nothing to nginx.
  private static func isUsual(_ id: Slice, of bytes: [UInt8]) -> Bool {
    bytes[id.range].allSatisfy { byte in
      byte == UInt8(ascii: "-") || byte &- UInt8(ascii: "0") < 10 || byte &- UInt8(ascii: "a") < 26
    } && !words.contains { bytes.slice(id, equals: $0) }
  }

  /// Returns what a table has for a key.
  private func pattern(of key: String, _ ambiguous: Set<String>) -> String {
    let name = key.lowercased()
    if ambiguous.contains(name) || key.hasPrefix("~") {
      return "~^\(key.replacing(".", with: "\\."))$"
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
    appendPercentEncoded(id, of: bytes, percent: "%", to: &out)
    return String(decoding: out.bytes(), as: UTF8.self).replacing("%7E", with: "~")
  }
}
