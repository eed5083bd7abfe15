import Foundation

/// The threads on which questions are answered, apart from those that serve connections.
///
/// Short questions, about one installation, and long ones, about all, have threads of their own. A token has a part of
/// each: beyond it a token's questions wait, and the questions of other tokens go first.
final class ReadingThreads: Sendable {
  /// The length of a question.
  enum Length: Sendable {
    /// About one installation, or where a stream ends.
    case short
    /// About all installations of an app.
    case long
  }

  private let short = WorkQueue(label: "herald.questions", threads: 4, ofAToken: 3, waiting: 64)
  private let long = WorkQueue(
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
