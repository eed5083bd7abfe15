import Foundation

/// A thread that inserts batches of rows in their order, while another one makes the next batches.
// `@unchecked`: everything that changes is read and written while the condition is locked.
final class InsertThread: @unchecked Sendable {
  enum Batch {
    case lines(LineRows)
    case facts(FactRows)
  }

  /// Nil after ``stop()``. Statements must end before their connection, and the thread may outlive it for a moment.
  private var statements: RowStatements?
  private let turns: ConnectionTurns
  private let condition = NSCondition()
  private var waiting: [Batch] = []
  private var isInserting = false
  private var isStopped = false
  private var failure: (any Error)?

  /// The number of batches that may wait, which bounds the memory.
  private static let most = 8

  init(_ statements: RowStatements, _ turns: ConnectionTurns) {
    self.statements = statements
    self.turns = turns
  }

  func start() {
    let thread = Thread { [self] in run() }
    thread.name = "herald.insert"
    thread.start()
  }

  private func run() {
    while let batch = next() {
      let result = Result { try insert(batch) }
      condition.withLock {
        isInserting = false
        if case .failure(let error) = result { failure = error }
        condition.broadcast()
      }
    }
  }

  private func next() -> Batch? {
    condition.withLock {
      while waiting.isEmpty, !isStopped { condition.wait() }
      guard !waiting.isEmpty, !isStopped, failure == nil else { return nil }
      isInserting = true
      defer { condition.broadcast() }
      return waiting.removeFirst()
    }
  }

  /// Reads `statements` without the lock, because ``stop()`` waits until no batch is being inserted.
  private func insert(_ batch: Batch) throws {
    guard let statements else { return }
    switch batch {
    case .lines(let rows): try rows.insert(by: statements, turns)
    case .facts(var rows): try rows.insert(by: statements, turns)
    }
  }

  /// Adds a batch; waits while many wait already.
  ///
  /// - Throws: the error of an earlier batch.
  func take(_ batch: Batch) throws {
    try condition.withLock {
      while waiting.count >= Self.most, failure == nil { condition.wait() }
      if let failure { throw failure }
      waiting.append(batch)
      condition.broadcast()
    }
  }

  /// Returns when all batches are inserted.
  ///
  /// - Throws: the error of a batch.
  func finish() throws {
    try condition.withLock {
      while !waiting.isEmpty || isInserting, failure == nil { condition.wait() }
      if let failure { throw failure }
    }
  }

  /// Drops what waits, and ends the statements when no row is being inserted any more.
  func stop() {
    condition.withLock {
      isStopped = true
      condition.broadcast()
      while isInserting { condition.wait() }
      statements = nil
    }
  }
}
