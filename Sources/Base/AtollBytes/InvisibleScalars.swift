/// Returns whether a scalar is invisible by itself, or acts on the text around it.
///
/// These are controls, line ends, the empty Braille cell, and what Unicode lets fonts ignore
/// (`Default_Ignorable_Code_Point`): joiners, direction marks and overrides, tags, variation
/// selectors and fillers. Messages and the output of `atoll rows` show them as escapes, so that
/// people can check the text.
package func isInvisible(_ scalar: UInt32) -> Bool {
  switch scalar {
  case 0..<0x20, 0x7F..<0xA0, 0xAD, 0x34F, 0x61C, 0x115F...0x1160, 0x17B4...0x17B5, 0x180B...0x180F,
    0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0x2800, 0x3164, 0xFE00...0xFE0F, 0xFEFF,
    0xFFA0, 0xFFF0...0xFFFB, 0x1BCA0...0x1BCA3, 0x1D173...0x1D17A, 0xE0000...0xE0FFF:
    true
  case _: false
  }
}

/// Returns whether a scalar changes the direction of text until another scalar restores it.
package func isDirectionControl(_ scalar: UInt32) -> Bool {
  switch scalar {
  case 0x202A...0x202E, 0x2066...0x2069: true
  case _: false
  }
}
