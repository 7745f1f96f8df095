/// Returns the number of bytes of the byte order mark at the beginning of a text; 0 if it has none.
package func byteOrderMarkLength(of text: some Collection<UInt8>) -> Int {
  text.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
}

/// Returns the name of a text's encoding if it is UTF-16 or UTF-32; `nil` if the text may be UTF-8.
///
/// The text must begin with a byte order mark or with ASCII characters, as JSON, templates and
/// style sheets do.
package func foreignEncoding(of text: some Collection<UInt8>) -> String? {
  let first = Array(text.prefix(4))
  if first.starts(with: [0xFF, 0xFE, 0, 0]) || first.starts(with: [0, 0, 0xFE, 0xFF]) {
    return "UTF-32"
  }
  if first.starts(with: [0xFF, 0xFE]) || first.starts(with: [0xFE, 0xFF]) { return "UTF-16" }
  guard first.count == 4 else { return nil }
  // The zeros around ASCII characters show their width.
  switch (first[0] == 0, first[1] == 0, first[2] == 0, first[3] == 0) {
  case (false, true, false, true): return "UTF-16LE"
  case (true, false, true, false): return "UTF-16BE"
  case (false, true, true, true): return "UTF-32LE"
  case (true, true, true, false): return "UTF-32BE"
  default: return nil
  }
}

/// Returns a message about a text in UTF-16 or UTF-32, with the command that converts it; `nil` if
/// the text may be UTF-8.
package func foreignEncodingMessage(of text: some Collection<UInt8>) -> String? {
  foreignEncoding(of: text).map {
    "this is \($0), not UTF-8; convert it first: iconv -f \($0) -t UTF-8"
  }
}
