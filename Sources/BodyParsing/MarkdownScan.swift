/// Looks for the shapes that cost libcmark 0.30.2 more than linear time, before it sees them.
enum MarkdownScan {
  /// Whether libcmark parses this body in time linear in its length.
  static func isHarmless(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var deepest = 0
    var lines = 0
    var index = 0
    while index < bytes.count {
      let depth = unsafe containers(bytes, from: &index)
      if depth > deepest { deepest = depth }
      lines &+= 1
      index = unsafe endOfLine(bytes, from: index)
    }
    if deepest > BodyLimits.containersPerLine || deepest &* lines > BodyLimits.containerWork {
      return false
    }
    if lines > BodyLimits.lines { return false }
    return bytes.count <= BodyLimits.brackets ? true : unsafe hasFewMarks(bytes)
  }

  /// An upper bound of the containers open on the line at `index`, which ends up behind its markers.
  ///
  /// A list marker counts one, and so does every two columns of indentation, since the content of
  /// a list inside a list stands at least so much further right.
  private static func containers(
    _ bytes: UnsafeBufferPointer<UInt8>, from index: inout Int
  ) -> Int {
    var markers = 0
    var columns = 0
    while index < bytes.count {
      switch unsafe bytes[index] {
      case 0x20: columns &+= 1
      case 0x09: columns &+= 4
      case UInt8(ascii: ">"), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "*"): markers &+= 1
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        var end = index &+ 1
        while end < bytes.count, end &- index < 10, unsafe bytes[end] &- 48 < 10 { end &+= 1 }
        guard
          unsafe end < bytes.count
            && (bytes[end] == UInt8(ascii: ".") || bytes[end] == UInt8(ascii: ")"))
        else { return markers &+ columns / 2 }
        markers &+= 1
        index = end
      default: return markers &+ columns / 2
      }
      index &+= 1
    }
    return markers &+ columns / 2
  }

  private static func endOfLine(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    var index = start
    while index < bytes.count {
      let byte = unsafe bytes[index]
      index &+= 1
      if byte == 0x0A || byte == 0x0D { return index }
    }
    return index
  }

  private static func hasFewMarks(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var brackets = 0
    var declarations = 0
    var delimiters = 0
    var index = 0
    while index < bytes.count {
      switch unsafe bytes[index] {
      case UInt8(ascii: "["), UInt8(ascii: "]"): brackets &+= 1
      case UInt8(ascii: "*"), UInt8(ascii: "_"): delimiters &+= 1
      case UInt8(ascii: "<"):
        if unsafe index &+ 1 < bytes.count
          && (bytes[index &+ 1] == UInt8(ascii: "!") || bytes[index &+ 1] == UInt8(ascii: "?"))
        {
          declarations &+= 1
        }
      default: break
      }
      index &+= 1
    }
    return brackets <= BodyLimits.brackets && declarations <= BodyLimits.declarations
      && delimiters <= BodyLimits.delimiters
  }
}
