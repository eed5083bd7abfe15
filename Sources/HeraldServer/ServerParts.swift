import Foundation
import Herald
import HeraldLog

/// The parts of the server that all routes share.
struct ServerParts: Sendable {
  let folder: ServerFolder
  let settings: ServerSettings
  let apps: Apps
  let gate: IngestGate
  let disk: DiskSpace
  let metrics: ServerMetrics
  let rates = RateLimit()
  let packed = PackedPolicies()

  /// - Throws: ``Problem`` where an app's events cannot be stored now.
  func checkCapacity(of app: App) throws {
    let free = disk.free
    if free < settings.freeBytes {
      throw Problem(
        .noSpace, "The server has too little space left.",
        why: "\(free) bytes are free, and it keeps \(settings.freeBytes) (the setting `freeBytes`)"
      ).retrying(after: 60)
    }
    let age = app.writer.queue.age
    if age > .seconds(settings.queueSeconds) {
      throw Problem(
        .busyServer, "The server is behind with storing.",
        why: "the oldest request has waited \(age.components.seconds) s (the setting `queueSeconds`)"
      ).retrying(after: .random(in: 1...10))
    }
  }
}

extension Timestamp {
  /// The machine's time. Nothing that is decided depends on it.
  static var now: Timestamp { Timestamp(milliseconds: Int64((Date().timeIntervalSince1970 * 1000).rounded(.down))) }
}
