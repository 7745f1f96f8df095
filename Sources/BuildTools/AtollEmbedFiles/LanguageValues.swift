import Foundation

/// The values of a language file, without what only translators need.
///
/// White space, the comments for translators and, if the file is a whole language, the keys are
/// removed: `{"words": {"@newest": "A sort order", "newest": "Newest"}}` becomes `[["Newest"]]`.
/// The values of a whole language have a fixed order; a file that extends another language keeps
/// its keys.
enum LanguageValues {
  static func minified(_ json: String) -> String {
    let bytes = Array(json.utf8)
    let keepsKeys = json.contains("\"extends\"")
    var out: [UInt8] = []
    // The objects and arrays around the current byte, outermost first; `true` for an object.
    var open: [Bool] = []
    var isKey = false
    var isComment = false
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      let start = index
      index += 1
      switch byte {
      case UInt8(ascii: "\""):
        while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
          index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        index += 1
        let text = bytes[start..<min(index, bytes.count)]
        if isKey { isComment = text.dropFirst().first == UInt8(ascii: "@") }
        if !isComment, !isKey || keepsKeys { out += text }
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        open.append(byte == UInt8(ascii: "{"))
        isKey = open.last == true
        out.append(keepsKeys ? byte : UInt8(ascii: "["))
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        open.removeLast()
        // The comma before a comment that is the last member is dropped, too.
        if isComment, out.last == UInt8(ascii: ",") { out.removeLast() }
        isComment = false
        out.append(keepsKeys ? byte : UInt8(ascii: "]"))
      case UInt8(ascii: ":"):
        isKey = false
        if keepsKeys, !isComment { out.append(byte) }
      case UInt8(ascii: ","):
        isKey = open.last == true
        // The comma after a translators' comment is dropped, too.
        if isComment { isComment = false } else { out.append(byte) }
      case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\t"), UInt8(ascii: "\r"): break
      default: if !isComment { out.append(byte) }
      }
    }
    return String(decoding: out, as: UTF8.self)
  }
}
