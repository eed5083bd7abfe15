import HTTPTypes
import Hummingbird
import Synchronization

/// Bounds what the server holds in memory for its writers: a request that would pass the limit is turned away before its
/// body is read.
final class IngestGate: Sendable {
  private let held = Mutex(0)
  let limit: Int

  init(limit: Int) { self.limit = limit }

  /// The bytes of the requests that are read or wait.
  var bytes: Int { held.withLock { $0 } }

  /// Runs `body` while the memory of a request is accounted for.
  ///
  /// - Parameter size: of the body in bytes, as far as it is known.
  /// - Throws: ``Problem`` where the server holds too much already.
  func admit<Result>(_ size: Int, _ body: () async throws -> Result) async throws -> Result {
    let isAdmitted = held.withLock { held in
      guard held == 0 || held + size <= limit else { return false }
      held += size
      return true
    }
    guard isAdmitted else {
      throw Problem(
        .busyServer, "The server has as much to store as it may hold.", why: "its queue has \(bytes) of \(limit) bytes"
      ).retrying(after: .random(in: 1...10))
    }
    defer { held.withLock { $0 -= size } }
    return try await body()
  }
}
