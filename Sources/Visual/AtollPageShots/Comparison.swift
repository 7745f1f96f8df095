import AtollBytes

/// The difference between two bitmaps.
package struct Comparison: Hashable, Sendable {
  /// The number of pixels that differ or exist in only one bitmap.
  package var differingPixelCount = 0
  /// The largest difference in any channel, from 0 to 255.
  package var maximumChannelDifference = 0
  /// The areas that differ, from top to bottom; areas that are close to each other are merged.
  package var boxes: [Box] = []

  package var isSame: Bool { differingPixelCount == 0 }

  /// The side length, in pixels, of the squares by which differing pixels are grouped.
  static let cellSize = 16
}

extension Comparison {
  /// Compares two bitmaps: row by row, and pixel by pixel in rows that differ.
  package init(_ old: Bitmap, _ new: Bitmap) {
    self.init()
    var grid = CellGrid(width: max(old.width, new.width), height: max(old.height, new.height))
    let width = min(old.width, new.width)
    let height = min(old.height, new.height)
    let haveSameRowFormat = old.width == new.width && old.channels == new.channels
    for y in 0..<height {
      let left = old.bytes.span.extracting(y * old.stride + 1..<(y + 1) * old.stride)
      let right = new.bytes.span.extracting(y * new.stride + 1..<(y + 1) * new.stride)
      if haveSameRowFormat, haveSameBytes(left, right) { continue }
      compareRow(
        y, of: left, channels: old.channels, with: right, channels: new.channels, width: width,
        in: &grid)
    }
    if old.width != new.width || old.height != new.height {
      differingPixelCount += old.width * old.height + new.width * new.height - 2 * width * height
      grid.markOutside(width: width, height: height)
    }
    boxes = grid.boxes()
  }

  private mutating func compareRow(
    _ y: Int, of left: Span<UInt8>, channels leftChannels: Int, with right: Span<UInt8>,
    channels rightChannels: Int, width: Int, in grid: inout CellGrid
  ) {
    var (one, other) = (0, 0)
    var count = 0
    var maximum = maximumChannelDifference
    var x = 0
    while x < width {
      let red = abs(Int(left[one]) &- Int(right[other]))
      let green = abs(Int(left[one &+ 1]) &- Int(right[other &+ 1]))
      let blue = abs(Int(left[one &+ 2]) &- Int(right[other &+ 2]))
      let opacity = abs(
        (leftChannels == 4 ? Int(left[one &+ 3]) : 255)
          &- (rightChannels == 4 ? Int(right[other &+ 3]) : 255)
      )
      if red | green | blue | opacity != 0 {
        count &+= 1
        maximum = max(max(maximum, opacity), max(red, max(green, blue)))
        grid.mark(x: x, y: y)
      }
      one &+= leftChannels
      other &+= rightChannels
      x &+= 1
    }
    differingPixelCount += count
    maximumChannelDifference = maximum
  }
}

/// A grid of squares over a bitmap, with the bounds of the differing pixels in each square.
struct CellGrid {
  private let width: Int
  private let height: Int
  private let columns: Int
  private let rows: Int
  /// The bounds of the marked pixels in each cell; `right` is 0 if no pixel is marked.
  private var cells: [Box]

  init(width: Int, height: Int) {
    self.width = width
    self.height = height
    columns = (width + Comparison.cellSize - 1) / Comparison.cellSize
    rows = (height + Comparison.cellSize - 1) / Comparison.cellSize
    cells = Array(
      repeating: Box(left: .max, top: .max, right: 0, bottom: 0), count: columns * rows)
  }

  mutating func mark(x: Int, y: Int) {
    let index = (y / Comparison.cellSize) * columns + x / Comparison.cellSize
    cells[index].left = min(cells[index].left, x)
    cells[index].top = min(cells[index].top, y)
    cells[index].right = max(cells[index].right, x + 1)
    cells[index].bottom = max(cells[index].bottom, y + 1)
  }

  /// Marks everything outside a rectangle in the top left corner.
  mutating func markOutside(width innerWidth: Int, height innerHeight: Int) {
    for row in 0..<rows {
      for column in 0..<columns {
        let right = min((column + 1) * Comparison.cellSize, width)
        let bottom = min((row + 1) * Comparison.cellSize, height)
        guard right > innerWidth || bottom > innerHeight else { continue }
        let left =
          bottom > innerHeight
          ? column * Comparison.cellSize : max(column * Comparison.cellSize, innerWidth)
        let top =
          right > innerWidth
          ? row * Comparison.cellSize : max(row * Comparison.cellSize, innerHeight)
        let index = row * columns + column
        cells[index] = cells[index].union(Box(left: left, top: top, right: right, bottom: bottom))
      }
    }
  }

  /// Returns the bounds of each group of touching marked cells, from top to bottom.
  func boxes() -> [Box] {
    var isVisited = cells.map { $0.right == 0 }
    var boxes: [Box] = []
    for start in cells.indices where !isVisited[start] {
      isVisited[start] = true
      var bounds = cells[start]
      var pending = [start]
      while let cell = pending.popLast() {
        bounds = bounds.union(cells[cell])
        for next in neighbors(of: cell) where !isVisited[next] {
          isVisited[next] = true
          pending.append(next)
        }
      }
      boxes.append(bounds)
    }
    return boxes.sorted { ($0.top, $0.left) < ($1.top, $1.left) }
  }

  private func neighbors(of cell: Int) -> [Int] {
    let (row, column) = cell.quotientAndRemainder(dividingBy: columns)
    var found: [Int] = []
    for y in max(row - 1, 0)...min(row + 1, rows - 1) {
      for x in max(column - 1, 0)...min(column + 1, columns - 1) where y != row || x != column {
        found.append(y * columns + x)
      }
    }
    return found
  }
}
