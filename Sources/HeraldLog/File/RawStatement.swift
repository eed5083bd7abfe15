import GRDB
import GRDBSQLite
package import Herald

/// A prepared statement without conveniences, for loops over millions of rows: GRDB's rows cost more than SQLite itself.
/// GRDB opens the connection, migrates and runs transactions.
package final class RawStatement {
  private let connection: OpaquePointer
  private let statement: OpaquePointer

  /// - Throws: GRDB's `DatabaseError`.
  init(_ sql: String, on database: Database) throws {
    guard let connection = database.sqliteConnection else {
      throw DatabaseError(resultCode: .SQLITE_MISUSE, message: "the connection is closed")
    }
    var prepared: OpaquePointer?
    let code = sqlite3_prepare_v3(connection, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil)
    guard code == SQLITE_OK, let prepared else { throw Self.error(on: connection) }
    self.connection = connection
    statement = prepared
  }

  deinit { sqlite3_finalize(statement) }

  private func check(_ code: Int32) throws {
    guard code == SQLITE_OK || code == SQLITE_DONE || code == SQLITE_ROW else { throw Self.error(on: connection) }
  }

  private static func error(on connection: OpaquePointer) -> DatabaseError {
    DatabaseError(
      resultCode: ResultCode(rawValue: sqlite3_extended_errcode(connection)),
      message: String(cString: sqlite3_errmsg(connection)))
  }

  /// Steps to the next row; returns false at the end.
  package func step() throws -> Bool {
    let code = sqlite3_step(statement)
    if code == SQLITE_ROW { return true }
    try check(code)
    return false
  }

  /// Runs a statement without rows, and resets it.
  package func run() throws {
    defer { sqlite3_reset(statement) }
    let code = sqlite3_step(statement)
    if code != SQLITE_DONE { try check(code) }
  }

  /// The first column of the first row; nil without a row. Resets the statement.
  package func number() throws -> Int64? {
    defer { reset() }
    return try step() ? integer(0) : nil
  }

  package func reset() { sqlite3_reset(statement) }

  /// The id of the row that the connection inserted last.
  var lastInsertedRow: Int64 { sqlite3_last_insert_rowid(connection) }

  /// True while the connection is inside a transaction.
  var isInsideTransaction: Bool { sqlite3_get_autocommit(connection) == 0 }

  package func bind(_ value: Int64, at index: Int32) { sqlite3_bind_int64(statement, index, value) }

  package func bind(_ value: Int, at index: Int32) { sqlite3_bind_int64(statement, index, Int64(value)) }

  package func bind(_ value: Double, at index: Int32) { sqlite3_bind_double(statement, index, value) }

  package func bindNull(at index: Int32) { sqlite3_bind_null(statement, index) }

  /// Binds text without copying it: it must stay valid until the statement has run.
  func bind(text: BorrowedBytes, at index: Int32) {
    // SQLite binds NULL for an empty buffer without an address.
    if text.isEmpty { sqlite3_bind_text(statement, index, "", 0, nil) } else { bind(text, at: index, nil) }
  }

  /// Binds a copy of a text with its length. GRDB binds and reads texts as C strings, which end at the first NUL.
  package func bind(copying text: String, at index: Int32) {
    text.withBorrowedBytes { bytes in
      // SQLITE_TRANSIENT, a macro that Swift doesn't import: SQLite copies the bytes.
      let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
      if bytes.isEmpty { sqlite3_bind_text(statement, index, "", 0, nil) } else { bind(bytes, at: index, transient) }
    }
  }

  private func bind(_ text: BorrowedBytes, at index: Int32, _ destructor: sqlite3_destructor_type?) {
    let characters = text.unsafeBytes.assumingMemoryBound(to: CChar.self)
    sqlite3_bind_text(statement, index, characters.baseAddress, Int32(characters.count), destructor)
  }

  /// Binds bytes without copying them: they must stay valid until the statement has run.
  package func bind(blob: BorrowedBytes, at index: Int32) {
    if blob.isEmpty {
      sqlite3_bind_zeroblob(statement, index, 0)
    } else {
      sqlite3_bind_blob(statement, index, blob.unsafeBytes.baseAddress, Int32(blob.count), nil)
    }
  }

  func isNull(_ column: Int32) -> Bool { sqlite3_column_type(statement, column) == SQLITE_NULL }

  package func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(statement, column) }

  /// The bytes of a column, valid until the next step.
  package func bytes(_ column: Int32) -> BorrowedBytes {
    let start = sqlite3_column_blob(statement, column)
    return BorrowedBytes(UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, column))))
  }

  package func text(_ column: Int32) -> String { String(decoding: bytes(column), as: UTF8.self) }
}
