import AtollHashing
import AtollPageShots
import Dispatch
import Foundation

// Compares two pictures as `atoll snapshot verify` does, again and again. Prints the best times in
// microseconds, with reading the second file and without, and the result.
//
// Usage: TimePictures OLD NEW

let rounds = 15

func contents(of path: String) throws -> [UInt8] {
  [UInt8](try Data(contentsOf: URL(filePath: path)))
}

let (old, new) = (CommandLine.arguments[1], CommandLine.arguments[2])
let reference = ContentHash(of: try contents(of: old))
var (best, bestInMemory) = (UInt64.max, UInt64.max)
var result = "same"
for _ in 0..<rounds {
  let start = DispatchTime.now().uptimeNanoseconds
  let file = try contents(of: new)
  let read = DispatchTime.now().uptimeNanoseconds
  if ContentHash(of: file) != reference {
    let pictures = try PNGReader.read(try contents(of: old), file)
    result = "\(Comparison(pictures.0, pictures.1).differingPixelCount) pixels"
  }
  let end = DispatchTime.now().uptimeNanoseconds
  best = min(best, end - start)
  bestInMemory = min(bestInMemory, end - read)
}
print("\(best / 1000) \(bestInMemory / 1000) \(result)")
