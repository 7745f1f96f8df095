/// The rules of a page's style sheet, as text.
package struct PageSheetRules: Sendable {
  /// The rules without the cascade layer around them.
  let text: [UInt8]
  let cascade: Cascade
  /// True if the values of lengths, sizes and fonts may replace `var()` references, because no host
  /// page can change them.
  let hasFixedLengths: Bool

  /// Creates the rules from CSS that Atoll wrote, without the cascade layer.
  init(_ css: [UInt8], cascade: Cascade, forDocument: Bool = false) {
    self.cascade = cascade
    hasFixedLengths = forDocument || cascade == .sealed
    text = css
  }

  /// Returns the whole sheet, with `root` as the class of the root in place of `atoll`.
  package func css(root: String = Theme.rootClass) -> [UInt8] {
    Theme.applying(
      cascade, to: root == Theme.rootClass ? text : Self.renaming(root: root, in: text), root: root)
  }

  static let atollRoot = Array(".\(Theme.rootClass)".utf8)

  /// Returns the CSS with the class of the root replaced in all selectors.
  private static func renaming(root: String, in css: [UInt8]) -> [UInt8] {
    var renamed: [UInt8] = []
    renamed.reserveCapacity(css.count)
    var strings = StringTracker()
    var index = 0
    while index < css.count {
      let end = index + atollRoot.count
      if !strings.isInString(reading: css[index]), css[index] == UInt8(ascii: "."), end < css.count,
        css[index..<end].elementsEqual(atollRoot), !isNamePart(css[end])
      {
        renamed.append(UInt8(ascii: "."))
        renamed += root.utf8
        index = end
      } else {
        renamed.append(css[index])
        index += 1
      }
    }
    return renamed
  }
}
