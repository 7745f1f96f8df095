/// The ASCII characters in user text that are written as character references in markup.
///
/// They have a meaning in HTML, or for programs that often process HTML afterwards:
///
///     & < >        HTML, and through `<`: PHP, ERB, EJS, JSP, server-side and edge-side includes
///     { } | ~      template engines (`{{…}}`, `{%…%}`, `${…}`), merge tags (`*|…|*`, `~…~`)
///     [ \ ]        shortcodes, merge tags (`[[…]]`), replacements of regular expressions (`\1`)
///     # $ % @ `    directives and lines of code (`@if`, `% x`, `## x`), replacements (`$1`),
///                  merge tags (`%…%`), template literals
///
/// A reader sees no difference, and none of these programs decodes references.
/// `docs/templates-language.md` gives the reasons and the limits. Quotes are not included, because
/// they matter only in attributes.
@usableFromInline package enum ActiveCharacters {
  @inlinable @inline(__always)
  package static func contains(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "#")...UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"),
      UInt8(ascii: "@"), UInt8(ascii: "[")...UInt8(ascii: "]"), UInt8(ascii: "`"),
      UInt8(ascii: "{")...UInt8(ascii: "~"):
      true
    case _: false
    }
  }

  /// Returns the lanes with an active character and, depending on the flags, with quotes.
  ///
  /// `^`, `_` and DEL are included, because one comparison finds them together with brackets. Every
  /// operand is a vector, because with a scalar operand the compiler works lane by lane.
  @inlinable @inline(__always)
  package static func lanes(
    in chunk: SIMD16<Int8>, andDoubleQuotes: Bool, andSingleQuotes: Bool
  ) -> SIMDMask<SIMD16<Int8>> {
    // [ \ ] ^ _ and { | } ~ DEL differ in one bit, as do @ and the backtick, and < and >.
    let brackets = (chunk | SIMD16<Int8>(repeating: 0x20)) .> SIMD16<Int8>(repeating: 0x7A)
    let at = (chunk & SIMD16<Int8>(repeating: ~0x20)) .== SIMD16<Int8>(repeating: 0x40)
    let angles = (chunk & SIMD16<Int8>(repeating: ~0x02)) .== SIMD16<Int8>(repeating: 0x3C)
    // From `"` or `#` to `&` or `'`, shifted to the smallest signed values.
    let first: Int8 = andDoubleQuotes ? 0x22 : 0x23
    let end: Int8 = andSingleQuotes ? 0x28 : 0x27
    let hashToAmpersandLanes =
      (chunk &- SIMD16<Int8>(repeating: first &- .min))
      .< SIMD16<Int8>(repeating: end &- first &+ .min)
    return brackets .| at .| angles .| hashToAmpersandLanes
  }
}
