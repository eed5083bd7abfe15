import Foundation

/// Lets two threads use one connection in turns: the one that reads a log, and the one that inserts its rows.
///
/// SQLite allows that while no two of them are inside it (https://www.sqlite.org/threadsafe.html, "multi-thread").
// `@unchecked`: `failure` is read and written under the lock only.
final class ConnectionTurns: @unchecked Sendable {
  // Recursive, because taking over what a log forgot stores documents.
  private let lock = NSRecursiveLock()
  /// Held by a thread that waits for its turn, so that the other one lets it go first.
  private let door = NSLock()
  /// The first error. SQLite may have rolled the transaction back with it, and would store on its own what another
  /// statement writes afterwards, so nothing runs after it.
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

  /// Runs `body` with each number below `count`. The other thread goes first between two of them if it waits, because it
  /// waits for one row where this one has thousands.
  func use(times count: Int, _ body: (Int) throws -> Void) throws {
    lock.lock()
    defer { lock.unlock() }
    for index in 0..<count {
      if index & 15 == 15 {
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
