import Foundation

/// Returns the compiled zone file of this machine, if it has one.
func systemZone(_ name: String) -> [UInt8]? {
  (try? Data(contentsOf: URL(filePath: "/usr/share/zoneinfo/\(name)"))).map { Array($0) }
}
