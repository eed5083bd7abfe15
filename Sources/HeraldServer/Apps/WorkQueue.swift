import Dispatch
import Synchronization

/// Work that waits for one of a few threads, in the order in which it came, with a bound for each token.
final class WorkQueue: Sendable {
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
  /// The most pieces of work of one token that run, and that wait.
  private let ofAToken: Int
  private let mostWaiting: Int

  init(label: String, threads: Int, ofAToken: Int, waiting: Int) {
    queue = DispatchQueue(label: label, attributes: .concurrent)
    (self.threads, self.ofAToken, mostWaiting) = (threads, ofAToken, waiting)
  }

  /// Runs `body` on a thread.
  ///
  /// - Throws: ``Problem`` where too much work of the token waits; `CancellationError` where the asker has gone; what
  ///   `body` throws.
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
            .slowDown, "Too much was asked at once.",
            why: "\(mostWaiting) questions of one token wait already"
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
