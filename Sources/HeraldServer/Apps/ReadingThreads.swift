import Dispatch
import Foundation
import Synchronization

/// The threads on which questions are answered, apart from those that serve connections.
///
/// Short questions, about one installation, and long ones, about all, have threads of their own. A token has a part of
/// each: beyond it its questions wait, and those of others go before them.
final class ReadingThreads: Sendable {
  /// The length of a question.
  enum Length: Sendable {
    /// About one installation, or where a stream ends.
    case short
    /// About all installations of an app.
    case long
  }

  private let short = AskedQueue(label: "herald.questions", threads: 4, ofAToken: 3, waiting: 64)
  private let long = AskedQueue(
    label: "herald.long-questions", threads: max(2, ProcessInfo.processInfo.activeProcessorCount / 2), ofAToken: 1,
    waiting: 8)

  /// Runs `body` on a thread.
  ///
  /// - Throws: ``Problem`` where too many questions of the token wait; `CancellationError` where the asker has gone; what
  ///   `body` throws.
  func run<Result: Sendable>(
    _ length: Length, for asker: Asker, _ body: @escaping @Sendable () throws -> Result
  ) async throws -> Result {
    let queue =
      switch length {
      case .short: short
      case .long: long
      }
    return try await queue.run(for: asker, body)
  }
}

/// Questions that wait for a thread, in the order in which they came, with a bound for each token.
private final class AskedQueue: Sendable {
  private struct Waiting {
    let token: String?
    let start: @Sendable () -> Void
  }

  private struct Content {
    var waiting: [Waiting] = []
    var running = 0
    var ofTokens: [String: Int] = [:]
  }

  private let content = Mutex(Content())
  private let queue: DispatchQueue
  private let threads: Int
  /// The most questions of one token that run, and that wait.
  private let ofAToken: Int
  private let mostWaiting: Int

  init(label: String, threads: Int, ofAToken: Int, waiting: Int) {
    queue = DispatchQueue(label: label, attributes: .concurrent)
    (self.threads, self.ofAToken, mostWaiting) = (threads, ofAToken, waiting)
  }

  func run<Result: Sendable>(
    for asker: Asker, _ body: @escaping @Sendable () throws -> Result
  ) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
      let waiting = Waiting(token: asker.token) { [self] in
        queue.async { [self] in
          let result = Swift.Result {
            try asker.checkPresence()
            return try body()
          }
          ended(asker.token)
          continuation.resume(with: result)
        }
      }
      if !add(waiting) {
        continuation.resume(
          throwing: Problem(
            .slowDown, "Too many questions were asked at once.",
            why: "\(mostWaiting) of one token wait already"
          ).retrying(after: .random(in: 1...10)))
      }
      startNext()
    }
  }

  private func add(_ waiting: Waiting) -> Bool {
    content.withLock { content in
      if waiting.token != nil, content.waiting.count(where: { $0.token == waiting.token }) >= mostWaiting {
        return false
      }
      content.waiting.append(waiting)
      return true
    }
  }

  private func ended(_ token: String?) {
    content.withLock { content in
      content.running -= 1
      guard let token else { return }
      let rest = (content.ofTokens[token] ?? 1) - 1
      content.ofTokens[token] = rest > 0 ? rest : nil
    }
    startNext()
  }

  private func startNext() {
    while let next = content.withLock({ content -> Waiting? in
      guard content.running < threads else { return nil }
      let index = content.waiting.firstIndex { $0.token.map { content.ofTokens[$0] ?? 0 } ?? 0 < ofAToken }
      guard let index else { return nil }
      let next = content.waiting.remove(at: index)
      content.running += 1
      if let token = next.token { content.ofTokens[token, default: 0] += 1 }
      return next
    }) {
      next.start()
    }
  }
}
