import Herald
import HeraldLog
import Synchronization

/// The requests that wait for an app's writer.
final class WriteQueue: Sendable {
  struct Entry: Sendable {
    let upload: ReceivedUpload
    let continuation: CheckedContinuation<BatchOutcome, any Error>
    var since = ContinuousClock.now
  }

  private struct Content {
    var entries: [Entry] = []
    /// True from the time the writer is woken until it finds the queue empty.
    var isWriting = false
    /// The time at which the writer last finished a group, or was woken.
    var moved = ContinuousClock.now
  }

  private let content = Mutex(Content())

  /// The most that one transaction takes.
  private static let mostLines = 10_000
  private static let mostBytes = 8 << 20

  /// Adds a request; true where the writer has to be woken.
  func add(_ entry: Entry) -> Bool {
    content.withLock { content in
      content.entries.append(entry)
      defer { content.isWriting = true }
      if !content.isWriting { content.moved = .now }
      return !content.isWriting
    }
  }

  /// Takes the requests of the next transaction; nil where none waits.
  func takeGroup() -> [Entry]? {
    content.withLock { content in
      guard !content.entries.isEmpty else {
        content.isWriting = false
        return nil
      }
      var (count, lines, bytes) = (0, 0, 0)
      for entry in content.entries {
        lines += entry.upload.batch.count
        bytes += entry.upload.batch.size
        if count > 0, lines > Self.mostLines || bytes > Self.mostBytes { break }
        count += 1
      }
      defer { content.entries.removeFirst(count) }
      return Array(content.entries.prefix(count))
    }
  }

  /// Notes that the writer finished a group.
  func finished() { content.withLock { $0.moved = .now } }

  /// The time that the oldest request has waited.
  var age: Duration {
    content.withLock { content in content.entries.first.map { .now - $0.since } ?? .zero }
  }

  /// The time since the writer last moved while it has work; zero without work.
  var stall: Duration { content.withLock { $0.isWriting ? .now - $0.moved : .zero } }

  var count: Int { content.withLock { $0.entries.count } }
}
