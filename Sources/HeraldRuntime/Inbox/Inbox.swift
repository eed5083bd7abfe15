import Foundation
public import Herald
import HeraldLog
import SystemPackage

/// A file in which another process of the app, such as a push extension or a widget, leaves events for the app.
///
/// ```swift
/// let inbox = Inbox(path: group.appendingPathComponent("herald-inbox.jsonl").path)
/// try inbox.received(Push(kind: "forceUpdate", url: "https://example.com/app"))
/// ```
///
/// Two processes never write one ledger. The extension appends one record for each event to a file in a folder that both
/// processes share. The app's ``Installation`` appends these events to the ledger before its own next event. A writer
/// holds a lock (`flock`) while it writes one record. The app renames the file before it reads it, and holds the lock
/// only for that. A record names no installation: the app fills in its own name.
///
/// An event keeps the time at which it was left, and gets its revision when the app reads it. Where the app wrote a later
/// event in between, the clock seems to step back, which delays a repeated prompt by that difference at most.
public struct Inbox: Sendable {
  /// The file's path, in a folder that the processes share.
  public let path: String
  private let environment: DeviceEnvironment

  /// Names an inbox. The first ``received(_:)`` creates the file; its folder has to exist.
  public init(path: String, environment: DeviceEnvironment = .live) {
    self.path = path
    self.environment = environment
  }

  /// Leaves a push notice for the app. It waits for the lock, and the record is on the disk when it returns.
  ///
  /// - Returns: the event's id.
  /// - Throws: ``InboxError`` where the file cannot be written. The file doesn't contain the record then.
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

  /// The source of a record, until the app fills in its own name.
  static let nobody: ExactString = "/inbox"

  private func append(_ record: String) throws {
    let opened = try FileDescriptor.openLocked(
      path, .readWrite, options: [.append, .create], permissions: .ownerReadWrite, waits: true)
    // The lock waits, so this is never nil.
    guard let file = opened else { throw Errno.wouldBlock }
    // Closing releases the lock. The record is synced by then, so an error changes nothing.
    defer { try? file.close() }
    let size = try file.seek(offset: 0, from: .end)
    // A newline ends a record that a crash cut off, so that only that record is lost.
    let bytes = (try endsTorn(file, size) ? "\n" : "") + record + "\n"
    do {
      try file.writeAll(bytes.utf8)
      guard Self.sync(file.rawValue) == 0 else { throw Errno(rawValue: errno) }
    } catch {
      // Where this fails too, the next writer ends the torn record and the app reports it.
      _ = ftruncate(file.rawValue, off_t(size))
      throw error
    }
  }

  /// Waits until a file is on the medium.
  private static func sync(_ file: CInt) -> CInt {
    #if canImport(Darwin)
      // `fsync` leaves the data in the drive's cache there (fsync(2)).
      fcntl(file, F_FULLFSYNC) == -1 ? fsync(file) : 0
    #else
      fsync(file)
    #endif
  }

  private func endsTorn(_ file: FileDescriptor, _ size: Int64) throws -> Bool {
    try size > 0 && file.read(at: size - 1, atMost: 1) != [0x0A]
  }
}

/// An inbox that cannot be read or written.
public struct InboxError: DiagnosticError, Hashable, Sendable {
  /// The failure in words, with the code `inboxFailed`.
  public let diagnostic: Diagnostic

  /// The diagnostic alone.
  public var diagnostics: [Diagnostic] { [diagnostic] }

  init(_ path: String, _ doing: String, _ error: any Error) {
    diagnostic = Diagnostic(
      AppCode.inboxFailed, .error, what: "`\(path)` failed while \(doing).", file: path, why: "\(error)",
      fix: "check that the folder is there, that both processes may write it, and the space left on the disk")
  }
}
