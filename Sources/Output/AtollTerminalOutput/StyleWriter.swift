import AtollBytes

/// Writes the shortest sequence that leads from one style to another.
struct StyleWriter: Sendable {
  /// The parameters that select each color of the palette.
  private let colors: [[UInt8]]
  /// The addresses of the links in the current block; the links' numbers start at `firstLink`.
  private var addresses: [Slice] = []
  private var addressBytes: [UInt8] = []
  private var firstLink: Int32 = 1

  init(_ palette: TerminalPalette) { colors = palette.colors }

  // MARK: Links

  /// Adds a link and returns its number, which lets a terminal join the pieces of the link.
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

  /// Removes the addresses of all links; may be called only when no more text of these links is to
  /// be written.
  mutating func forgetLinks() {
    if addresses.isEmpty { return }
    firstLink += Int32(addresses.count)
    addresses.removeAll(keepingCapacity: true)
    addressBytes.removeAll(keepingCapacity: true)
  }

  // MARK: Sequences

  func change(from old: TextStyle, to new: TextStyle, in out: inout OutputBuffer) {
    if old.link != new.link, old.link != 0 { out.append("\u{1B}]8;;\u{1B}\\") }
    if old.attributes != new.attributes || old.color != new.color {
      changeAttributes(from: old, to: new, in: &out)
    }
    if old.link != new.link, new.link != 0 { open(new.link, to: &out) }
  }

  private func open(_ link: Int32, to out: inout OutputBuffer) {
    out.append("\u{1B}]8;id=")
    out.append(decimal: Int(link))
    out.append(UInt8(ascii: ";"))
    let index = Int(link - firstLink)
    if addresses.indices.contains(index) { out.append(addresses[index], of: addressBytes) }
    out.append("\u{1B}\\")
  }

  /// Changes the attributes that differ, or resets all and sets the new ones, whichever takes fewer
  /// bytes.
  private func changeAttributes(from old: TextStyle, to new: TextStyle, in out: inout OutputBuffer)
  {
    if new.isPlain {
      out.append("\u{1B}[m")
      return
    }
    let change = Change(from: old, to: new)
    let colorLength = new.color == 0 ? 2 : colors[Int(new.color)].count
    // Each parameter counts with its separator; an empty parameter is a reset.
    let changeLength =
      3 * change.ended.rawValue.nonzeroBitCount + 2 * change.begun.rawValue.nonzeroBitCount
      + (change.changesColor ? colorLength + 1 : 0)
    let wholeLength =
      1 + 2 * new.attributes.rawValue.nonzeroBitCount + (new.color == 0 ? 0 : colorLength + 1)
    out.append("\u{1B}[")
    let isReset = changeLength >= wholeLength
    if isReset { out.append(UInt8(ascii: ";")) }
    append(isReset ? Change(from: .plain, to: new) : change, color: new.color, to: &out)
  }

  /// The attributes to switch off and on between two styles.
  private struct Change {
    var ended: TextStyle.Attributes
    var begun: TextStyle.Attributes
    var changesColor: Bool

    init(from old: TextStyle, to new: TextStyle) {
      ended = old.attributes.subtracting(new.attributes)
      begun = new.attributes.subtracting(old.attributes)
      changesColor = old.color != new.color
      // One parameter switches off both bold and faint.
      let weights: TextStyle.Attributes = [.bold, .faint]
      guard !ended.isDisjoint(with: weights) else { return }
      begun.formUnion(new.attributes.intersection(weights))
      if ended.isSuperset(of: weights) { ended.remove(.faint) }
    }
  }

  /// Appends parameters with semicolons between them, and the end of the sequence.
  private func append(_ change: Change, color: UInt8, to out: inout OutputBuffer) {
    var isFirst = true
    func beginParameter(_ out: inout OutputBuffer) {
      if !isFirst { out.append(UInt8(ascii: ";")) }
      isFirst = false
    }
    for bit in 0..<Self.codes.count where change.ended.rawValue >> bit & 1 != 0 {
      beginParameter(&out)
      out.append(UInt8(ascii: "2"))
      // Bold is 1, but 22 switches it off.
      out.append(bit == 0 ? UInt8(ascii: "2") : Self.codes[bit])
    }
    for bit in 0..<Self.codes.count where change.begun.rawValue >> bit & 1 != 0 {
      beginParameter(&out)
      out.append(Self.codes[bit])
    }
    if change.changesColor {
      beginParameter(&out)
      if color == 0 { out.append("39") } else { out.append(contentsOf: colors[Int(color)]) }
    }
    out.append(UInt8(ascii: "m"))
  }

  /// The parameter of each attribute, in the order of its bits.
  private static let codes: [UInt8] = Array("123479".utf8)
}
