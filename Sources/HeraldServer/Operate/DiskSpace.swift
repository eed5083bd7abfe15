import Foundation
import Synchronization

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
