/// Returns text as one shell word, in quotation marks if needed: `a`, `'a b'` or `''`.
package func quotedForShell(_ text: String) -> String {
  let isPlain =
    !text.isEmpty && text.utf8.allSatisfy { isLetterOrDigit($0) || "/.-_".utf8.contains($0) }
  return isPlain ? text : "'\(text.replacing(text: "'", with: "'\\''"))'"
}
