import Foundation

/// Independent pieces of work on several threads.
package enum ParallelWork {
  /// Computes a value for each number below a count. The values do not depend on the number of threads.
  ///
  /// - Parameters:
  ///   - count: the number of values.
  ///   - jobs: the number of threads.
  ///   - work: computes a value; called on any thread.
  /// - Returns: the values in the order of their numbers.
  package static func map<Value: Sendable>(
    _ count: Int, jobs: Int, _ work: @escaping @Sendable (Int) -> Value
  ) -> [Value] {
    guard jobs > 1, count > 1 else { return (0..<count).map(work) }
    let values = NumberedValues<Value>(count)
    DispatchQueue.concurrentPerform(iterations: min(jobs, count)) { _ in
      while let number = values.next() { values.set(work(number), at: number) }
    }
    return values.all
  }
}

/// The values that several threads compute, and the number of the next one.
private final class NumberedValues<Value: Sendable>: @unchecked Sendable {
  private let lock = NSLock()
  private var values: [Value?]
  private var taken = 0

  init(_ count: Int) { values = Array(repeating: nil, count: count) }

  var all: [Value] { lock.withLock { values.compactMap(\.self) } }

  /// The number of a value that nobody computes yet; nil where none is left.
  func next() -> Int? {
    lock.withLock {
      guard taken < values.count else { return nil }
      defer { taken += 1 }
      return taken
    }
  }

  func set(_ value: Value, at number: Int) { lock.withLock { values[number] = value } }
}
