import HeraldLines
import Foundation

/// The parts of a ledger that wait for a thread, and the results that wait to be taken in the ledger's order.
final class PartQueue<Replay: PartialFold>: @unchecked Sendable {
  /// The number of installations in a part.
  static var size: Int { 64 }

  /// A replay with the result of a part. It is used again after it was taken, because getting megabytes from the system
  /// takes as long as filling them. The same thread uses it again, which has the policies and devices that it knows.
  final class Filled {
    fileprivate let thread: Int
    var replay: Replay

    fileprivate init(_ replay: Replay, by thread: Int) { (self.replay, self.thread) = (replay, thread) }
  }

  private let numbers: [Int]
  private let ahead: Int
  private let make: @Sendable () -> Replay
  private let condition = NSCondition()
  private var next = 0
  private var taken = 0
  private var finished: [Int: Result<Filled, any Error>] = [:]
  private var spare: [Int: [Filled]] = [:]
  private var isStopped = false

  /// - Parameters:
  ///   - numbers: the installations' numbers in the ledger, in its order.
  ///   - ahead: the number of parts that may wait to be taken.
  init(of numbers: [Int], ahead: Int, make: @escaping @Sendable () -> Replay) {
    self.numbers = numbers
    self.ahead = ahead
    self.make = make
  }

  private var parts: Int { (numbers.count + Self.size - 1) / Self.size }

  /// The share that was taken, from 0 to 1.
  var share: Double { Double(taken) / Double(max(1, parts)) }

  /// The memory of a thread before its first part.
  var memory: Replay.Memory { make().memory }

  /// The next part for a thread; nil at the end. Waits while many parts wait to be taken.
  func take(for thread: Int) -> (place: Int, numbers: ClosedRange<Int>, filled: Filled)? {
    condition.withLock {
      while next - taken >= ahead, !isStopped { condition.wait() }
      guard next < parts, !isStopped else { return nil }
      let start = next * Self.size
      let end = min(numbers.count, start + Self.size) - 1
      defer { next += 1 }
      return (next, numbers[start]...numbers[end], spare[thread]?.popLast() ?? Filled(make(), by: thread))
    }
  }

  func finish(_ place: Int, _ part: Result<Filled, any Error>) {
    condition.withLock {
      finished[place] = part
      condition.broadcast()
    }
  }

  /// The result of the next part in order; nil after the last. Waits until a thread is done with it.
  func nextFinished() throws -> Filled? {
    let part: Result<Filled, any Error>? = condition.withLock {
      guard taken < parts else { return nil }
      while finished[taken] == nil { condition.wait() }
      defer {
        taken += 1
        condition.broadcast()
      }
      return finished.removeValue(forKey: taken)
    }
    return try part?.get()
  }

  /// Takes back a replay that was emptied, for a later part.
  func giveBack(_ filled: Filled) { condition.withLock { spare[filled.thread, default: []].append(filled) } }

  func stop() {
    condition.withLock {
      isStopped = true
      condition.broadcast()
    }
  }
}
