import BodyText
import Bytes
import Layout
import MarkupWriting

/// The tables with the address of each comment in a divided thread: one in JSON, and one for nginx.
///
/// The comments of a page are added right after the page is written, while the processor still has
/// them in its cache.
struct CommentAddresses: ~Copyable {
  static let jsonFileName = "comments.json"
  static let nginxFileName = "redirects.map"

  /// The block list for `index.html`, which lists all pages.
  private let list: BlockList
  private let blocks: [Block]
  private let thread: ThreadPages
  private let anchorPrefix: [UInt8]
  /// The path of the folder on the server; empty if it is unknown.
  private let folder: [UInt8]
  private var json = OutputBuffer()
  private var nginx = OutputBuffer()
  /// Whether all ids so far are valid nginx keys without escapes, as those of Coral and Talk are.
  private var areIDsValidKeys = true

  init(
    _ list: BlockList, blocks: [Block], thread: ThreadPages, addresses: AddressSettings,
    folder: SafeURL?
  ) {
    self.list = list
    self.blocks = blocks
    self.thread = thread
    anchorPrefix = Permalinks(list, addresses: addresses, hasAnchors: true).anchorPrefix
    self.folder = folder.map(Self.path) ?? []
    beginJSON()
    nginx.append(Self.instructions)
  }

  mutating func add(_ page: BlockList, number: Int) {
    let addressPrefix = addressPrefix(onPage: number)
    let jsonPrefix = Array(":\"".utf8) + addressPrefix
    let nginxPrefix = Array("\" \"".utf8) + folder + addressPrefix
    for block in page.blocks where block.isThreadComment {
      let id = page.id(of: block)
      let isLowercase = isPlainID(id, of: page.bytes, inLowercase: true)
      let isPlain = isLowercase || isPlainID(id, of: page.bytes)
      addToJSON(id, isPlain: isPlain, of: page.bytes, addressPrefix: jsonPrefix)
      let isValidKey =
        isLowercase && !Self.reservedWords.contains { page.bytes.isSlice(id, equalTo: $0) }
      areIDsValidKeys = areIDsValidKeys && isValidKey
      if areIDsValidKeys { addToNginx(id, of: page.bytes, addressPrefix: nginxPrefix) }
    }
  }

  /// Returns the part before the id in the addresses of a page's comments: `page-3.html#c-`.
  private func addressPrefix(onPage number: Int) -> [UInt8] {
    Array("\(PageName.fileName(ofPage: number, in: list))#".utf8) + anchorPrefix
  }

  /// Returns the path of an address; `$`, which is special to nginx, is percent-encoded.
  private static func path(of address: SafeURL) -> [UInt8] {
    let start = address.bytes.dropFirst("https://".utf8.count).firstIndex(of: UInt8(ascii: "/"))
    var out = OutputBuffer(capacity: address.bytes.count + 16)
    for byte in address.bytes[(start ?? address.bytes.endIndex)...] {
      if byte == UInt8(ascii: "$") { out.append("%24") } else { out.append(byte) }
    }
    return out.bytes()
  }

  // MARK: JSON

  /// Begins the table in JSON: the pages with their numbers of comments, and the address of each
  /// comment by its id.
  ///
  ///     {"pages":[{"file":"page-1.html","comments":100}],"comments":{"demo-1":"page-1.html#c-demo-1"}}
  private mutating func beginJSON() {
    json.beginObject()
    json.append(key: "pages")
    json.beginArray()
    for (index, page) in thread.pages.enumerated() {
      json.appendCommaIfNeeded()
      json.beginObject()
      json.append(member: "file", string: PageName.fileName(ofPage: index + 1, in: list))
      json.append(member: "comments", page.commentCount)
      json.endObject()
    }
    json.endArray()
    json.append(key: "comments")
    json.beginObject()
  }

  private mutating func addToJSON(
    _ id: Slice, isPlain: Bool, of bytes: [UInt8], addressPrefix: [UInt8]
  ) {
    json.appendCommaIfNeeded()
    if isPlain {
      json.append(UInt8(ascii: "\""))
      json.append(id, of: bytes)
      json.append(UInt8(ascii: "\""))
      json.append(contentsOf: addressPrefix)
      json.append(id, of: bytes)
    } else {
      json.append(visibleJSONString: id, of: bytes)
      json.append(contentsOf: addressPrefix)
      appendAnchorID(id, of: bytes, to: &json)
    }
    json.append(UInt8(ascii: "\""))
  }

  mutating func flush<SinkError: Error>(to sink: PageSink<SinkError>) throws(SinkError) {
    json.endObject()
    json.endObject()
    json.append("\n")
    try json.withBytes { (bytes) throws(SinkError) in
      try sink(Self.jsonFileName, bytes)
    }
    if !areIDsValidKeys { writeEscapedKeys() }
    try nginx.withBytes { (bytes) throws(SinkError) in
      try sink(Self.nginxFileName, bytes)
    }
  }

  // MARK: nginx

  /// Adds a comment's line to the nginx `map`, which finds addresses by the value of `?commentID=`.
  private mutating func addToNginx(_ id: Slice, of bytes: [UInt8], addressPrefix: [UInt8]) {
    nginx.append(UInt8(ascii: "\""))
    nginx.append(id, of: bytes)
    nginx.append(contentsOf: addressPrefix)
    nginx.append(id, of: bytes)
    nginx.append(inlined: "\";\n")
  }

  /// Writes the table for nginx again, and escapes the ids that are special to nginx.
  ///
  /// nginx ignores case when it compares keys, and gives a special meaning to a few words and to
  /// keys that begin with `~` (ngx_http_map_module). Such words are therefore escaped, and ids that
  /// begin with `~` or differ only in case are written as regular expressions.
  private mutating func writeEscapedKeys() {
    let ids = blocks.filter(\.isThreadComment).compactMap { block in
      thread.pageNumber(containing: block.position).map { (id: list.id(of: block), page: $0) }
    }
    let ambiguous = ambiguousKeys(ids.map(\.id))
    nginx.clear()
    nginx.append(Self.instructions)
    for (id, page) in ids {
      nginx.append("\"")
      nginx.append(verbatim: pattern(of: key(of: id), ambiguous: ambiguous))
      nginx.append("\" \"")
      nginx.append(contentsOf: folder)
      nginx.append(contentsOf: addressPrefix(onPage: page))
      appendAnchorID(id, of: list.bytes, to: &nginx)
      nginx.append("\";\n")
    }
  }

  /// Returns the keys that differ from another key only in case; they are in lower case.
  private func ambiguousKeys(_ ids: [Slice]) -> Set<String> {
    var seen: Set<String> = []
    var ambiguous: Set<String> = []
    for id in ids {
      let key = key(of: id).lowercased()
      if !seen.insert(key).inserted { ambiguous.insert(key) }
    }
    return ambiguous
  }

  /// Returns a key as the nginx table has it: unchanged, escaped, or as a regular expression.
  private func pattern(of key: String, ambiguous: Set<String>) -> String {
    let name = key.lowercased()
    if ambiguous.contains(name) || key.hasPrefix("~") {
      return "~^\(key.replacing(text: ".", with: "\\."))$"
    }
    return Self.reservedWords.contains { "\($0)" == name } ? "\\" + key : key
  }

  /// The words that are special as keys of an nginx `map`.
  private static let reservedWords: [StaticString] = [
    "default", "hostnames", "include", "volatile",
  ]

  private static let instructions: StaticString = """
    # The pages of comments, by the old addresses with ?commentID= (Coral) or ?commentId= (Talk).
    # In the http block, for all stories at once:
    #   map_hash_bucket_size 256;
    #   map $arg_commentid $comment_page { include /srv/comments/*/redirects.map; }
    # In the location of the stories:
    #   if ($comment_page) { return 301 $comment_page; }

    """

  /// Returns an id as servers and browsers write it in an address, where `~` is not encoded (RFC
  /// 3986, section 2.3).
  private func key(of id: Slice) -> String {
    var out = OutputBuffer(capacity: Int(id.count) + 16)
    appendPercentEncoded(id, of: list.bytes, percent: "%", to: &out)
    return String(decoding: out.bytes(), as: UTF8.self).replacing(text: "%7E", with: "~")
  }
}
