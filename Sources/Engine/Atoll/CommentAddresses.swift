import AtollBodyText
import AtollBytes
import AtollLayout
import AtollMarkupWriting

/// The tables with the address of each comment in a divided thread: one in JSON, and one for nginx.
///
/// The comments of a page are added right after the page is written, while the processor still has
/// them in its cache.
struct CommentAddresses: ~Copyable {
  static let jsonFileName = "comments.json"
  static let nginxFileName = "redirects.map"

  /// The block list for `index.html`, which lists all pages.
  private let list: BlockList
  private let anchorPrefix: [UInt8]
  /// The path of the folder on the server; empty if it is unknown.
  private let folder: [UInt8]
  private var json = OutputBuffer()
  private var nginx = OutputBuffer()

  init(
    _ list: BlockList, thread: ThreadPages, addresses: AddressSettings, folder: SafeURL?
  ) {
    self.list = list
    anchorPrefix = Permalinks(list, addresses: addresses, hasAnchors: true).anchorPrefix
    self.folder = folder.map(Self.path) ?? []
    beginJSON(pages: thread.pages)
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
      // Only Coral and Talk have addresses that lead here, and their ids are in lower case.
      let isValidKey =
        isLowercase && !Self.reservedWords.contains { page.bytes.isSlice(id, equalTo: $0) }
      if isValidKey { addToNginx(id, of: page.bytes, addressPrefix: nginxPrefix) }
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
  ///     {"pages":[{"file":"page-1.html","comments":9}],"comments":{"demo":"page-1.html#c-demo"}}
  private mutating func beginJSON(pages: [ThreadPages.Page]) {
    json.beginObject()
    json.append(key: "pages")
    json.beginArray()
    for (index, page) in pages.enumerated() {
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
      json.append(fullyEscapedJSONString: id, of: bytes)
      json.append(contentsOf: addressPrefix)
      appendAnchorID(id, of: bytes, to: &json)
    }
    json.append(UInt8(ascii: "\""))
  }

  mutating func finish<SinkError: Error>(to sink: PageSink<SinkError>) throws(SinkError) {
    json.endObject()
    json.endObject()
    json.append("\n")
    try json.withBytes { (bytes) throws(SinkError) in
      try sink(Self.jsonFileName, bytes)
    }
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
}
