import Dispatch
import PageShots

/// How long two pictures take to be settled: for `bench/pictures`.
enum PictureTiming {
  private static let rounds = 15

  /// Times reading and comparing both files, and prints the best in microseconds.
  static func run(_ left: String, _ right: String) throws(Stop) {
    var best = UInt64.max
    var told = ""
    for _ in 0..<rounds {
      let start = DispatchTime.now().uptimeNanoseconds
      told = try settle(left, right)
      best = min(best, DispatchTime.now().uptimeNanoseconds - start)
    }
    try Console().print("\(best / 1000) \(told)\n")
  }

  private static func settle(_ left: String, _ right: String) throws(Stop) -> String {
    let old: [UInt8]
    let new: [UInt8]
    do {
      old = try FileReading.bytes(of: left)
      new = try FileReading.bytes(of: right)
    } catch {
      throw StoryInput.stop(error, reading: left)
    }
    if old == new { return "same" }
    do throws(PictureError) {
      let pictures = try PNGReader.read(old, new)
      return "\(Comparison(pictures.0, pictures.1).pixels) pixels"
    } catch {
      throw .failure(.badInput, error.description, at: left)
    }
  }
}
