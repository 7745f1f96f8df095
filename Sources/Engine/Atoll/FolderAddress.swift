import AtollBodyText

/// The maximum length of a folder's address in bytes, which leaves room for a file's name.
private let maximumFolderAddressLength = SafeURL.maximumLength / 2

/// Returns the address of a folder, or throws an error if `address` cannot be one.
///
/// The address must be an http or https URL that ends in a slash, has neither a query nor a
/// fragment, and is not too long.
func folderAddress(_ address: String) throws(AtollError) -> SafeURL {
  guard address.hasSuffix("/"), !address.contains(where: { "?#{}".contains($0) }),
    let url = SafeURL(address), url.scheme != .mailto,
    url.bytes.count <= maximumFolderAddressLength
  else {
    throw AtollError(
      .options, message: "'\(address)' cannot be the address of a folder",
      advice: SafeURL.adviceAboutSpace(in: address) { (try? folderAddress($0)) != nil }
        ?? """
        write an http or https address that ends in a slash, without ?, #, { and }, such as \
        https://example.com/comments/
        """)
  }
  return url
}

/// Checks the address of a folder with `folderAddress`, and returns its form in outputs.
package func checkedFolderAddress(_ address: String) throws(AtollError) -> String {
  try folderAddress(address).string
}
