import Dispatch
import PageShots
import Snapshots

/// How long `verify` takes to settle a picture: for `bench/pictures`.
enum PictureTiming {
  private static let rounds = 15

  /// Settles the second picture by the hash of the first as a run does, again and again.
  ///
  /// Prints the best in microseconds: with reading the file, and from there on, as a run has the
  /// picture in memory.
  static func run(_ left: String, _ right: String) throws(Stop) {
    let reference = pictureHash(try contents(of: left))
    var bestOfAll = UInt64.max
    var best = UInt64.max
    var told = ""
    for _ in 0..<rounds {
      let start = DispatchTime.now().uptimeNanoseconds
      let file = try contents(of: right)
      let read = DispatchTime.now().uptimeNanoseconds
      told = try settle(file, reference, left)
      let end = DispatchTime.now().uptimeNanoseconds
      bestOfAll = min(bestOfAll, end - start)
      best = min(best, end - read)
    }
    try Console().print("\(bestOfAll / 1000) \(best / 1000) \(told)\n")
  }

  private static func settle(
    _ file: [UInt8], _ reference: String, _ path: String
  ) throws(Stop) -> String {
    if pictureHash(file) == reference { return "same" }
    guard let old = PictureCache.picture(reference, in: path) else {
      throw .failure(.badInput, "the file has changed", at: path)
    }
    do throws(PictureError) {
      let pictures = try PNGReader.read(old, file)
      return "\(Comparison(pictures.0, pictures.1).pixels) pixels"
    } catch {
      throw .failure(.badInput, error.description, at: path)
    }
  }

  private static func contents(of path: String) throws(Stop) -> [UInt8] {
    do throws(SnapshotError) {
      if let bytes = try StoreFiles.contents(of: path) { return bytes }
    } catch {
      throw Stop(error)
    }
    throw .failure(.noInput, "there is no such file", at: path)
  }
}
