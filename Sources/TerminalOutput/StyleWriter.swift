import Bytes

/// Writes the shortest sequence that leads from one style to another.
struct StyleWriter: Sendable {
  /// The parameters that select each colour of the palette.
  private let colors: [[UInt8]]
  /// Where each link of the block being written leads; their numbers go on from `firstLink`.
  private var addresses: [Slice] = []
  private var addressBytes: [UInt8] = []
  private var firstLink: Int32 = 1

  init(_ palette: TerminalPalette) { colors = palette.colors }

  // MARK: Links

  /// Adds a link and gives its number, which tells a terminal the pieces that belong together.
  mutating func add(link address: ArraySlice<UInt8>) -> Int32 {
    let start = addressBytes.count
    for byte in address {
      // Some terminals end an address at a semicolon.
      if byte == UInt8(ascii: ";") {
        addressBytes.append(contentsOf: [0x25, 0x33, 0x42])
      } else {
        addressBytes.append(byte)
      }
    }
    addresses.append(Slice(start..<addressBytes.count))
    return firstLink + Int32(addresses.count) - 1
  }

  /// Forgets the addresses, when nothing that links to them will be written any more.
  mutating func forgetLinks() {
    if addresses.isEmpty { return }
    firstLink += Int32(addresses.count)
    addresses.removeAll(keepingCapacity: true)
    addressBytes.removeAll(keepingCapacity: true)
  }

  // MARK: Sequences

  func change(from old: TextStyle, to new: TextStyle, _ out: inout OutputBuffer) {
    if old.link != new.link, old.link != 0 { out.append("\u{1B}]8;;\u{1B}\\") }
    if old.attributes != new.attributes || old.color != new.color {
      changeLook(from: old, to: new, &out)
    }
    if old.link != new.link, new.link != 0 { open(new.link, &out) }
  }

  private func open(_ link: Int32, _ out: inout OutputBuffer) {
    out.append("\u{1B}]8;id=")
    out.append(decimal: Int(link))
    out.append(UInt8(ascii: ";"))
    let index = Int(link - firstLink)
    if addresses.indices.contains(index) { out.append(addresses[index], of: addressBytes) }
    out.append("\u{1B}\\")
  }

  private func changeLook(from old: TextStyle, to new: TextStyle, _ out: inout OutputBuffer) {
    if new.isPlain {
      out.append("\u{1B}[m")
      return
    }
    let isAdding =
      old.attributes.isSubset(of: new.attributes) && (old.color == new.color || new.color != 0)
    out.append("\u{1B}[")
    // An empty parameter is a reset.
    var isFirst = isAdding
    let added = isAdding ? new.attributes.subtracting(old.attributes) : new.attributes
    for bit in 0..<UInt8(Self.codes.count) where added.rawValue >> bit & 1 != 0 {
      if !isFirst { out.append(UInt8(ascii: ";")) }
      isFirst = false
      out.append(Self.codes[Int(bit)])
    }
    if new.color != 0, !isAdding || new.color != old.color {
      if !isFirst { out.append(UInt8(ascii: ";")) }
      out.append(contentsOf: colors[Int(new.color)])
    }
    out.append(UInt8(ascii: "m"))
  }

  /// The parameter of each attribute, in the order of its bits.
  private static let codes: [UInt8] = Array("123479".utf8)
}
