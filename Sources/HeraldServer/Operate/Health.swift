import Foundation
import Hummingbird
import Synchronization

/// `/livez` and `/readyz`: whether the process lives, and whether it can take events.
struct Health {
  let parts: ServerParts

  func add(to router: Router<ServerContext>) {
    router.get("livez") { _, _ in Response.json(Array("{\"live\":true}\n".utf8)) }
    router.get("readyz") { _, _ in
      try check()
      return Response.json(Array("{\"ready\":true}\n".utf8))
    }
  }

  private static let longestStall = Duration.seconds(5)

  private func check() throws {
    if let (name, _) = parts.apps.failures.first { _ = try parts.apps.add(name) }
    for app in parts.apps.all {
      do {
        try app.writer.checkPlace()
        try parts.checkCapacity(of: app)
      } catch let problem as Problem { throw problem.asUnavailable }
      let stall = app.writer.queue.stall
      if stall > Self.longestStall {
        throw Problem(
          .busyServer, "The writer of `\(app.name)` stands still.",
          why: "it has work and has finished none of it for \(stall.components.seconds) s"
        ).asUnavailable.retrying(after: 5)
      }
    }
  }
}

/// The space that is left for the server's folder, looked up at most once a second.
final class DiskSpace: Sendable {
  private let path: String
  private let known = Mutex<(free: Int, read: ContinuousClock.Instant)?>(nil)

  init(path: String) { self.path = path }

  /// The free space in bytes. An unknown amount counts as enough, since a write to a full disk fails anyway.
  var free: Int {
    known.withLock { known in
      let now = ContinuousClock.now
      if let known, now - known.read < .seconds(1) { return known.free }
      let attributes = try? FileManager.default.attributesOfFileSystem(forPath: path)
      let free = (attributes?[.systemFreeSize] as? NSNumber)?.intValue ?? .max
      known = (free, now)
      return free
    }
  }
}
