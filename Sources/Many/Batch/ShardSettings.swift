package import OperatingSystem
package import Unpacking

/// How a dump is to be cut into pieces.
package struct ShardSettings: Hashable, Sendable {
  package var pieces: Int
  package var longestLine = 64 << 20
  /// How many bytes the sorting may hold.
  package var memory = 96 << 20

  package init(pieces: Int) { self.pieces = pieces }
}

/// How many rows of what there were.
package struct ShardCounts: Hashable, Sendable {
  /// Comments.
  package var rows = 0
  package var rowsWithoutKey = 0
  package var stories = 0
  package var users = 0
  /// Rows of users in all pieces together; who wrote in several is in several.
  package var copiedUsers = 0
  /// Rows that nobody needs.
  package var others = 0
}

/// Why a dump could not be cut up.
package enum ShardFailure: Error, Hashable, Sendable {
  /// What is made cannot be written.
  case system(SystemError, String)
  case cannotRead(UnpackingError, String)
  case tooLong(String, line: Int, limit: Int)
  /// The file breaks off within its last row.
  case torn(String, line: Int)
  /// There are rows in the file, and none of them can be read.
  case unreadable(String)
  /// Something stands where the pieces are to be made.
  case taken(String)
  /// Another run makes its pieces there.
  case inUse(String)
}

/// Says of what path a failure of the system is.
func naming<Value: ~Copyable>(
  _ path: String, _ body: () throws(SystemError) -> Value
) throws(ShardFailure) -> Value {
  do { return try body() } catch { throw .system(error, path) }
}
