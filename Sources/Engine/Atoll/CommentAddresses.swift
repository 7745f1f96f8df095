import BodyText
import Bytes
import Layout
import MarkupWriting

/// The tables of where each comment of a thread in several pages is: one in JSON, and one for nginx.
///
/// A page adds its comments when it has been written, as the processor still has them in its cache then.
struct CommentAddresses: ~Copyable {
  static let jsonName = "comments.json"
  static let nginxName = "redirects.map"

  /// The list of all pages.
  private let list: BlockList
  /// The blocks of all pages.
  private let blocks: [Block]
  private let thread: ThreadPages
  private let anchorPrefix: [UInt8]
  /// The path of the folder on the server; empty if it is unknown.
  private let folder: [UInt8]
  private var json = OutputBuffer()
  private var nginx = OutputBuffer()
  /// A Boolean value indicating that every id so far is a key for nginx as it is, like all of Coral and Talk.
  private var areIDsUsual = true

  init(
    _ list: BlockList, blocks: [Block], thread: ThreadPages, addresses: AddressSettings,
    folder: SafeURL?
  ) {
    self.list = list
    self.blocks = blocks
    self.thread = thread
    anchorPrefix = Permalinks(list, addresses, hasAnchors: true).anchorPrefix
    self.folder = folder.map(Self.path) ?? []
    beginJSON()
    nginx.append(Self.instructions)
  }

  /// Adds the comments of a page.
  mutating func add(_ page: BlockList, number: Int) {
    let place = place(onPage: number)
    let jsonPlace = Array(":\"".utf8) + place
    let nginxPlace = Array("\" \"".utf8) + folder + place
    for block in page.blocks where block.isOfThread {
      let id = page.id(of: block)
      let isLowercase = isPlainID(id, of: page.bytes, inLowercase: true)
      let isPlain = isLowercase || isPlainID(id, of: page.bytes)
      addToJSON(id, isPlain: isPlain, of: page.bytes, jsonPlace)
      let isUsual = isLowercase && !Self.words.contains { page.bytes.slice(id, equals: $0) }
      areIDsUsual = areIDsUsual && isUsual
      if areIDsUsual { addToNginx(id, of: page.bytes, nginxPlace) }
    }
  }

  /// Returns the address of the comments of a page, up to the id: `page-3.html#c-`.
  private func place(onPage number: Int) -> [UInt8] {
    Array("\(PageName.of(number, in: list))#".utf8) + anchorPrefix
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

  /// Begins the table in JSON: the pages with their numbers of comments, and the place of each comment by its id.
  ///
  ///     {"pages":[{"file":"page-1.html","comments":100}],"comments":{"demo-1":"page-1.html#c-demo-1"}}
  private mutating func beginJSON() {
    json.beginObject()
    json.append(key: "pages")
    json.beginArray()
    for (index, page) in thread.pages.enumerated() {
      json.separate()
      json.beginObject()
      json.append(member: "file", string: PageName.of(index + 1, in: list))
      json.append(member: "comments", page.commentCount)
      json.endObject()
    }
    json.endArray()
    json.append(key: "comments")
    json.beginObject()
  }

  private mutating func addToJSON(
    _ id: Slice, isPlain: Bool, of bytes: [UInt8], _ place: [UInt8]
  ) {
    json.separate()
    if isPlain {
      json.append(UInt8(ascii: "\""))
      json.append(id, of: bytes)
      json.append(UInt8(ascii: "\""))
      json.append(contentsOf: place)
      json.append(id, of: bytes)
    } else {
      json.append(json: id, of: bytes)
      json.append(contentsOf: place)
      appendAnchorID(id, of: bytes, to: &json)
    }
    json.append(UInt8(ascii: "\""))
  }

  /// Hands on both tables.
  mutating func flush<SinkError: Error>(to sink: PageSink<SinkError>) throws(SinkError) {
    json.endObject()
    json.endObject()
    json.append("\n")
    unsafe try json.withBytes { (bytes) throws(SinkError) in
      unsafe try sink(Self.jsonName, bytes.span)
    }
    if !areIDsUsual { writeUnusualKeys() }
    unsafe try nginx.withBytes { (bytes) throws(SinkError) in
      unsafe try sink(Self.nginxName, bytes.span)
    }
  }

  // MARK: nginx

  /// Adds an id to the lines of an nginx `map` from `?commentID=` to the place of each comment.
  private mutating func addToNginx(_ id: Slice, of bytes: [UInt8], _ place: [UInt8]) {
    nginx.append(UInt8(ascii: "\""))
    nginx.append(id, of: bytes)
    nginx.append(contentsOf: place)
    nginx.append(id, of: bytes)
    nginx.append(inlined: "\";\n")
  }

  /// Writes the table for nginx anew, with ids that mean something to nginx.
  ///
  /// nginx compares strings without regard to case, and a few words, and keys that begin with `~`, mean something
  /// (ngx_http_map_module). Such ids, and those that differ only in case, are therefore escaped or written as regular expressions.
  private mutating func writeUnusualKeys() {
    let ids = blocks.filter(\.isOfThread).compactMap { block in
      thread.number(ofPageWith: block.position).map { (id: list.id(of: block), page: $0) }
    }
    let ambiguous = ambiguousKeys(ids.map(\.id))
    nginx.clear()
    nginx.append(Self.instructions)
    for (id, page) in ids {
      nginx.append("\"")
      nginx.append(verbatim: pattern(of: key(of: id), ambiguous))
      nginx.append("\" \"")
      nginx.append(contentsOf: folder)
      nginx.append(contentsOf: place(onPage: page))
      appendAnchorID(id, of: list.bytes, to: &nginx)
      nginx.append("\";\n")
    }
  }

  /// The keys, in lower case, that other keys equal except in case.
  private func ambiguousKeys(_ ids: [Slice]) -> Set<String> {
    var seen: Set<String> = []
    var ambiguous: Set<String> = []
    for id in ids {
      let key = key(of: id).lowercased()
      if !seen.insert(key).inserted { ambiguous.insert(key) }
    }
    return ambiguous
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
    appendPercentEncoded(id, of: list.bytes, percent: "%", to: &out)
    return String(decoding: out.bytes(), as: UTF8.self).replacing(text: "%7E", with: "~")
  }
}
