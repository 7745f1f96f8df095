import AtollBytes
import AtollHashing
import AtollOperatingSystem
import CAtollSQLite

/// A connection to an SQLite database, to be used by only one thread at a time.
///
/// SQLite is loaded when the first database is opened.
@safe package final class Database {
  package let path: String
  private let connection: OpaquePointer
  private let access: Access
  /// The advice if the file is damaged or no database; `nil` for a store.
  private let adviceIfDamaged: String?

  enum Access {
    case reading
    /// Reading without locks, as if the file could not change; for a folder that is not writable.
    case readingImmutable
    case writing
    /// Writing; the file is created if it does not exist.
    case creating
  }

  /// The milliseconds to wait for another connection before a `temporary` failure is thrown.
  static let defaultTimeoutMilliseconds: Int32 = 2000

  init(
    _ path: String, for access: Access, timeoutMilliseconds: Int32 = defaultTimeoutMilliseconds,
    adviceIfDamaged: String? = nil
  ) throws {
    if let reason = unsafe csqlite3_load() {
      throw unsafe Failure(
        .unavailable, message: "SQLite cannot be loaded: \(String(cString: reason))", at: path,
        advice: "install libsqlite3: apt-get install libsqlite3-0")
    }
    self.path = path
    self.access = access
    self.adviceIfDamaged = adviceIfDamaged
    var opened: OpaquePointer?
    let result = unsafe csqlite3_open_v2(Self.uri(of: path, access), &opened, access.flags)
    // Even if opening fails, SQLite returns a connection to
    // read the error from, unless there is no memory for one.
    guard let connection = unsafe opened else {
      throw Failure(SystemError.outOfMemory, at: path, problem: "cannot be opened")
    }
    unsafe self.connection = connection
    try checkResultCode(result)
    unsafe csqlite3_busy_timeout(connection, timeoutMilliseconds)
    switch access {
    case .reading: try run("pragma query_only = on")
    case .readingImmutable: break
    // Deleted data is overwritten, so that nothing of it remains after an erasure.
    case .writing, .creating: try run("pragma secure_delete = on")
    }
  }

  deinit {
    // The connection is closed when its last statement is gone.
    unsafe csqlite3_close_v2(connection)
  }

  /// Returns the file name to pass to SQLite.
  ///
  /// For `readingImmutable`, it is a URI with `immutable=1`; otherwise, it is a path that SQLite
  /// cannot mistake for a special name such as `:memory:`.
  private static func uri(of path: String, _ access: Access) -> String {
    let plain = path.utf8.first == UInt8(ascii: "/") ? path : "./\(path)"
    guard access == .readingImmutable else { return plain }
    let address = plain.unicodeScalars.reduce(into: plain.hasPrefix("/") ? "file://" : "file:") {
      address, scalar in
      switch scalar {
      case "%": address += "%25"
      case "?": address += "%3f"
      case "#": address += "%23"
      case _: address.unicodeScalars.append(scalar)
      }
    }
    return "\(address)?immutable=1"
  }

  // MARK: Statements

  /// Runs one or more statements, ignoring any rows that they return.
  func run(_ statements: String) throws {
    try checkResultCode(unsafe csqlite3_exec(connection, statements))
  }

  func prepare(_ text: String) throws -> Statement {
    var statement: OpaquePointer?
    try checkResultCode(unsafe csqlite3_prepare_v3(connection, text, &statement))
    guard let statement = unsafe statement else {
      throw Failure(SystemError.outOfMemory, at: path, problem: "cannot be read")
    }
    return unsafe Statement(statement, of: self)
  }

  /// Returns the number in the first column of the first row; `nil` for no row or a null value.
  func number(_ query: String) throws -> Int? {
    let statement = try prepare(query)
    return try statement.first { $0.isNull(0) ? nil : $0.integer(0) } ?? nil
  }

  /// The number of rows that the last `insert`, `update` or `delete` statement changed.
  var changedRowCount: Int { Int(unsafe csqlite3_changes64(connection)) }

  /// Runs a body in a transaction, during which no other connection can write.
  ///
  /// If the body or the commit fails, the transaction is rolled back.
  func transaction<Value>(_ body: () throws -> Value) throws -> Value {
    try transaction(beginningWith: "begin immediate") {
      let value = try body()
      try run("commit")
      return value
    }
  }

  /// Begins a transaction with some statements, and runs a body that ends it.
  ///
  /// If the body fails, the transaction is rolled back.
  func transaction<Value>(
    beginningWith beginning: String, endedBy body: () throws -> Value
  ) throws -> Value {
    try run(beginning)
    do { return try body() } catch {
      try? run("rollback")
      throw error
    }
  }

  // MARK: Errors

  /// The reason why a writer cannot create files next to the database; `nil` if it can.
  ///
  /// If the log cannot be created, SQLite only reports that the log does not exist.
  private var creationError: SystemError? {
    guard access == .writing || access == .creating else { return nil }
    do throws(SystemError) {
      _ = try NewFile(at: "\(path)-\(UInt64.random(in: .min ... .max))")
      return nil
    } catch {
      return error
    }
  }

  func checkResultCode(_ result: Int32) throws {
    if Int(result) != CSQLITE_OK { throw failure(forResultCode: result) }
  }

  /// Returns the error for the result code of the last call.
  func failure(forResultCode result: Int32) -> Failure {
    let message = unsafe csqlite3_errmsg(connection).map { unsafe String(cString: $0) } ?? ""
    let number = unsafe csqlite3_system_errno(connection)
    let cause = number == 0 ? SystemError.inputOutput : SystemError(number: number)
    switch Int(result & 0xFF) {
    case CSQLITE_BUSY, CSQLITE_LOCKED:
      return Failure(
        .temporary, message: "another process is writing to this store", at: path,
        advice: "wait for it")
    case CSQLITE_NOMEM:
      return Failure(SystemError.outOfMemory, at: path, problem: "cannot be used")
    case CSQLITE_FULL:
      return Failure(SystemError.noSpace, at: path, problem: "cannot be written")
    case CSQLITE_READONLY:
      return Failure(SystemError.notPermitted, at: path, problem: "cannot be written")
    case CSQLITE_IOERR:
      return Failure(cause, at: path, problem: "cannot be read or written")
    case CSQLITE_CANTOPEN:
      let failure = Failure(creationError ?? cause, at: path, problem: "cannot be opened")
      if access != .readingImmutable { return failure }
      return Failure(.noInput, message: failure.message, at: path)
    case CSQLITE_TOOBIG:
      return Failure(
        .badInput, message: "a value is longer than SQLite allows, 1,000,000,000 bytes", at: path)
    case CSQLITE_NOTADB:
      return Failure(
        .badInput,
        message:
          "this file is not \(adviceIfDamaged == nil ? "a store" : "the record of an export")",
        at: path,
        advice: adviceIfDamaged ?? "name a file that atoll batch --store made")
    case _:
      return Failure(
        .corrupt,
        message:
          "the \(adviceIfDamaged == nil ? "store" : "record of the export") is damaged: \(message)",
        at: path,
        advice: adviceIfDamaged
          ?? "restore a copy of it, or render all stories into a new store: atoll batch --store")
    }
  }
}

extension Database.Access {
  fileprivate var flags: Int32 {
    let flags =
      switch self {
      // The last connection to be closed needs write permission: it removes the log and its index.
      case .reading: CSQLITE_OPEN_READWRITE
      case .readingImmutable: CSQLITE_OPEN_READONLY | CSQLITE_OPEN_URI
      case .writing: CSQLITE_OPEN_READWRITE
      case .creating: CSQLITE_OPEN_READWRITE | CSQLITE_OPEN_CREATE
      }
    return Int32(flags | CSQLITE_OPEN_NOMUTEX)
  }
}

/// A prepared statement.
///
/// Its parameters are numbered from 1, and the columns of its rows from 0.
@safe struct Statement: ~Copyable {
  private let statement: OpaquePointer
  private let database: Database

  fileprivate init(_ statement: OpaquePointer, of database: Database) {
    unsafe self.statement = statement
    self.database = database
  }

  deinit { unsafe csqlite3_finalize(statement) }

  // MARK: Parameters

  enum Value {
    case null
    case integer(Int?)
    case text([UInt8])
    case bytes([UInt8]?)

    static func text(_ text: String) -> Value { .text(Array(text.utf8)) }
    static func hash(_ hash: ContentHash?) -> Value { .bytes(hash?.bytes) }
  }

  /// Binds values to the first parameters.
  func bind(_ values: Value...) throws { try bind(values) }

  /// Binds values to the first parameters, and runs a statement that returns no rows.
  func run(_ values: Value...) throws { try run(values) }

  func run(_ values: [Value]) throws {
    try bind(values)
    try run()
  }

  private func bind(_ values: [Value]) throws {
    for (index, value) in values.enumerated() {
      let parameter = Int32(index + 1)
      let result =
        switch value {
        case .integer(let number?): unsafe csqlite3_bind_int64(statement, parameter, Int64(number))
        case .text(let text):
          unsafe csqlite3_bind_text(statement, parameter, text, count(of: text), true)
        case .bytes(let bytes?):
          unsafe csqlite3_bind_blob(statement, parameter, bytes, count(of: bytes), true)
        case .null, .integer(nil), .bytes(nil): unsafe csqlite3_bind_null(statement, parameter)
        }
      try database.checkResultCode(result)
    }
  }

  /// Runs a statement that returns no rows, with bytes bound to a parameter.
  ///
  /// The bytes are not copied, and the parameter is null afterwards.
  func run(binding bytes: Span<UInt8>, to parameter: Int32) throws {
    defer { _ = unsafe csqlite3_bind_null(statement, parameter) }
    try unsafe bytes.withUnsafeBytes { bytes in
      try database.checkResultCode(
        unsafe csqlite3_bind_blob(
          statement, parameter, bytes.baseAddress, Int32(clamping: bytes.count), false))
      try run()
    }
  }

  /// Returns a byte count as SQLite expects it.
  ///
  /// A count that does not fit into `Int32` is clamped; SQLite refuses it, since its limit is 10⁹
  /// bytes.
  private func count(of bytes: [UInt8]) -> Int32 { Int32(clamping: bytes.count) }

  // MARK: Running

  /// Goes to the next row; returns false after the last one.
  func next() throws -> Bool {
    let result = unsafe csqlite3_step(statement)
    if Int(result) == CSQLITE_ROW { return true }
    // The error message is lost after the reset.
    let failure = Int(result) == CSQLITE_DONE ? nil : database.failure(forResultCode: result)
    reset()
    if let failure { throw failure }
    return false
  }

  /// Runs a statement that returns no rows.
  func run() throws {
    while try next() {}
  }

  /// Binds values, and returns the result of `body` for the first row; `nil` if there is no row.
  func first<Result>(
    _ values: Value..., body: (borrowing Statement) throws -> Result
  ) throws -> Result? {
    try bind(values)
    guard try next() else { return nil }
    defer { reset() }
    return try body(self)
  }

  /// Binds values, and calls `body` with each row.
  func forEach(_ values: Value..., body: (borrowing Statement) throws -> Void) throws {
    try bind(values)
    defer { reset() }
    while try next() { try body(self) }
  }

  /// Binds values, and returns the result of `transform` for each row.
  func map<Element>(
    _ values: Value..., transform: (borrowing Statement) throws -> Element
  ) throws -> [Element] {
    try bind(values)
    var elements: [Element] = []
    try forEach { elements.append(try transform($0)) }
    return elements
  }

  /// Stops reading rows, so that the statement can be used again.
  func reset() { _ = unsafe csqlite3_reset(statement) }

  // MARK: Columns

  func isNull(_ column: Int32) -> Bool {
    unsafe csqlite3_column_type(statement, column) == Int32(CSQLITE_NULL)
  }

  func integer(_ column: Int32) -> Int { Int(unsafe csqlite3_column_int64(statement, column)) }

  func integerIfPresent(_ column: Int32) -> Int? { isNull(column) ? nil : integer(column) }

  func text(_ column: Int32) -> String {
    withBytes(column) { String(decoding: $0) }
  }

  func bytes(_ column: Int32) -> [UInt8] { withBytes(column) { Array($0) } }

  /// Calls `body` with the bytes of a text or blob column, which are valid until the next row is
  /// read.
  func withBytes<Value, Failure: Error>(
    _ column: Int32, body: (Span<UInt8>) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let start = unsafe csqlite3_column_blob(statement, column)?.assumingMemoryBound(to: UInt8.self)
    let count = Int(unsafe csqlite3_column_bytes(statement, column))
    return try unsafe body(UnsafeBufferPointer(start: start, count: start == nil ? 0 : count).span)
  }
}
