import Foundation
public import Herald
import HeraldLog
import SystemPackage

/// Where another process of the app, such as a push extension or a widget, leaves its events for the app to take in.
///
/// Two processes never write one ledger. The extension appends events to a file in a folder that both can reach, one
/// record each, and the app's ``Installation`` takes them in before it writes anything else. Whoever writes holds a lock
/// (`flock`) for as long as one record takes; the app moves the file aside before it reads, so that it holds the lock
/// for no longer than that. A record names no installation: the app puts its own name in its place.
///
/// An event keeps the time at which it was left, and its place is where it's taken in: one that the app overtook by a
/// moment counts as a clock that stepped back, which delays a repeat by that moment at most.
public struct Inbox: Sendable {
  /// The file's path, in a folder that the processes share.
  public let path: String
  private let environment: DeviceEnvironment

  public init(path: String, environment: DeviceEnvironment = .live) {
    self.path = path
    self.environment = environment
  }

  /// Leaves a push notice, durable when this returns.
  ///
  /// - Returns: the event's id.
  /// - Throws: ``InboxError`` where the file cannot be written; nothing of the record is left then.
  @discardableResult
  public func received(_ push: Push) throws(InboxError) -> String {
    let id = ExactString(environment.newID())
    let data = push.data(event: id)
    let event = Event(
      id: id, source: Self.nobody, type: ExactString(EventType.pushReceived.rawValue), time: environment.now(),
      revision: 0, data: data)
    do { try append(event.line) } catch { throw InboxError(path, "leaving an event in it", error) }
    return id.string
  }

  /// The source of a record until the app takes it in.
  static let nobody: ExactString = "/inbox"

  private func append(_ record: String) throws {
    let opened = try FileDescriptor.openLocked(
      path, .readWrite, options: [.append, .create], permissions: .ownerReadWrite, waits: true)
    // Nil only where it doesn't wait.
    guard let file = opened else { throw Errno.wouldBlock }
    defer { try? file.close() }
    let size = try file.seek(offset: 0, from: .end)
    // What a crash cut off ends here, so that it stays one bad line and takes no good one with it.
    let bytes = (try endsTorn(file, size) ? "\n" : "") + record + "\n"
    do {
      try file.writeAll(bytes.utf8)
      guard fsync(file.rawValue) == 0 else { throw Errno(rawValue: errno) }
    } catch {
      _ = ftruncate(file.rawValue, off_t(size))
      throw error
    }
  }

  private func endsTorn(_ file: FileDescriptor, _ size: Int64) throws -> Bool {
    var last: [UInt8] = [0x0A]
    if size > 0 { _ = try last.withUnsafeMutableBytes { try file.read(fromAbsoluteOffset: size - 1, into: $0) } }
    return last[0] != 0x0A
  }
}

/// An inbox that cannot be read or written.
public struct InboxError: DiagnosticError, Hashable, Sendable {
  public let diagnostic: Diagnostic

  public var diagnostics: [Diagnostic] { [diagnostic] }

  init(_ path: String, _ doing: String, _ error: any Error) {
    diagnostic = Diagnostic(
      AppCode.inboxFailed, .error, what: "`\(path)` failed while \(doing).", file: path, why: "\(error)",
      fix: "check that the folder is there, that both processes may write it, and the space left on the disk")
  }
}
