import Foundation

/// Lets two threads use one connection in turns: the reader of a log, and the thread that inserts its rows.
///
/// SQLite allows that while no two of them are inside it (https://www.sqlite.org/threadsafe.html, "multi-thread").
// `@unchecked`: `failure` is read and written under the lock only.
final class ConnectionTurns: @unchecked Sendable {
  // Recursive, because taking over what a log forgot stores documents.
  private let lock = NSRecursiveLock()
  /// A waiting thread holds it, so that the thread in ``use(times:_:)`` lets the waiting one go first.
  private let door = NSLock()
  /// The first error. Nothing runs after it: SQLite may have rolled back the transaction, and a later statement would be
  /// stored outside of any transaction.
  private var failure: (any Error)?

  /// Runs `body` while the other thread is kept out.
  ///
  /// - Throws: the error of an earlier turn; rethrows what `body` throws.
  func use<Result>(_ body: () throws -> Result) throws -> Result {
    door.lock()
    lock.lock()
    door.unlock()
    defer { lock.unlock() }
    return try noting(body)
  }

  /// Runs `body` with each number below `count`. After every sixteen calls a waiting thread gets its turn: it wants one
  /// row, where this thread has thousands.
  func use(times count: Int, _ body: (Int) throws -> Void) throws {
    lock.lock()
    defer { lock.unlock() }
    for index in 0..<count {
      if index % 16 == 15 {
        lock.unlock()
        door.lock()
        door.unlock()
        lock.lock()
      }
      try noting { try body(index) }
    }
  }

  @inline(__always)
  private func noting<Result>(_ body: () throws -> Result) throws -> Result {
    if let failure { throw failure }
    do { return try body() } catch {
      failure = error
      throw error
    }
  }
}
