import Atoll
import CoralClient

/// The step before the screenshots of cards: it fetches their images, because the browser has no
/// access to the network.
enum CardImages {
  private static let maximumConcurrentFetches = 8
  /// The total size in bytes beyond which no further images are fetched in a run.
  private static let maximumBytes = 256 << 20

  /// Fetches the images at these addresses, and warns about those that cannot be fetched or used.
  static func fetch(
    _ addresses: [String], on console: Console
  ) throws -> [String: ImageFile] {
    var images: [String: ImageFile] = [:]
    var seen: Set<String> = []
    var remaining = addresses.filter { seen.insert($0).inserted }[...]
    var byteCount = 0
    while !remaining.isEmpty {
      let next = Array(remaining.prefix(maximumConcurrentFetches))
      remaining = remaining.dropFirst(maximumConcurrentFetches)
      let results = try waitForResult {
        await ImageFetch().images(at: next)
      }
      for (address, result) in zip(next, results) {
        switch result {
        case .success(let file):
          byteCount += file.count
          images[address] = ImageFile(file)
          if images[address] == nil {
            console.warn("this is no PNG, JPEG, GIF or WebP picture", at: address)
          }
        case .failure(let error): console.warn(error.message, at: address)
        }
      }
      if byteCount > maximumBytes, !remaining.isEmpty {
        console.warn(
          "the images have more than \(maximumBytes >> 20) MB; the other ones are left out",
          at: remaining.first)
        break
      }
    }
    return images
  }
}
