/// A column that grows in chunks while its final length is unknown.
///
/// A growing array is copied, and during the copy it is in memory twice. For the text of a large
/// story, that would be the peak of memory use. Here, nothing is copied until the column is
/// complete, and then only one chunk at a time.
struct GrowingColumn<Element> {
  private var chunks: [[Element]] = []
  private(set) var count = 0
  private let elementsPerChunk: Int

  /// The approximate size of a chunk in bytes: large enough that memory returns to the system as
  /// soon as a chunk is freed.
  private static var approximateChunkSize: Int { 1 << 20 }

  init() {
    var size = 1
    while size * MemoryLayout<Element>.stride < Self.approximateChunkSize { size *= 2 }
    elementsPerChunk = size
  }

  subscript(index: Int) -> Element { chunks[index / elementsPerChunk][index % elementsPerChunk] }

  mutating func append(_ element: Element) {
    if count % elementsPerChunk == 0 { addChunk() }
    chunks[chunks.count - 1].append(element)
    count += 1
  }

  mutating func append(contentsOf elements: ArraySlice<Element>) {
    var rest = elements
    while !rest.isEmpty {
      if count % elementsPerChunk == 0 { addChunk() }
      let next = rest.prefix(elementsPerChunk - count % elementsPerChunk)
      chunks[chunks.count - 1].append(contentsOf: next)
      count += next.count
      rest = rest[next.endIndex...]
    }
  }

  /// Adds an empty chunk; the first one reserves no memory, since most columns are short.
  private mutating func addChunk() {
    var chunk: [Element] = []
    if !chunks.isEmpty { chunk.reserveCapacity(elementsPerChunk) }
    chunks.append(chunk)
  }

  /// Moves all elements to the end of an array, which then has a little spare capacity.
  mutating func move(to array: inout [Element]) {
    if array.isEmpty, chunks.count == 1 {
      swap(&array, &chunks[0])
      chunks = []
    } else {
      array.reserveCapacity(array.count + count + count / 64)
      chunks.reverse()
      while let chunk = chunks.popLast() { array.append(contentsOf: chunk) }
    }
    count = 0
  }
}
