import Foundation

/// The machine of the tests; tests that need more than it has and allows are skipped.
///
/// After `script/bootstrap --tests`, as root, it has everything.
enum TestMachine {
  static let hasFullDevice = FileManager.default.fileExists(atPath: "/dev/full")

  /// True if a user may have a namespace, and mount file systems there.
  static let canMount = succeeds("unshare -rm mount -t tmpfs none .")

  /// True if a user may have a network, and mount files there.
  static let canMakeNetworks = succeeds("unshare -rmn ip link set lo up && openssl version")

  /// The command that runs another one as a user without rights.
  static let asNobody = "setpriv --reuid=65534 --regid=65534 --clear-groups"

  /// True if another user can run the tested program.
  static let canBeAnotherUser = succeeds("chmod 755 .; \(asNobody) atoll --version")

  static func has(_ program: String) -> Bool { succeeds("command -v \(program)") }

  static func hasZone(_ name: String) -> Bool {
    FileManager.default.fileExists(atPath: "/usr/share/zoneinfo/\(name)")
  }

  private static func succeeds(_ line: String) -> Bool {
    (try? Command.bash(line, in: Command.makeFolder()).status) == 0
  }
}
