public import Herald

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
      revision: 0, salt: environment.newSalt(), data: data)
    do { try InboxFile(path: path).append(event.line) } catch {
      throw InboxError(path, "leaving an event in it", error)
    }
    return id.string
  }

  /// The source of a record, until the app fills in its own name.
  package static let nobody: ExactString = "/inbox"
}

/// An inbox that cannot be read or written.
public struct InboxError: DiagnosticError, Hashable, Sendable {
  /// The failure in words, with the code `inboxFailed`.
  public let diagnostic: Diagnostic

  /// The diagnostic alone.
  public var diagnostics: [Diagnostic] { [diagnostic] }

  package init(_ path: String, _ doing: String, _ error: any Error) {
    diagnostic = Diagnostic(
      InboxCode.inboxFailed, .error, what: "`\(path)` failed while \(doing).", file: path, why: "\(error)",
      fix: "check that the folder is there, that both processes may write it, and the space left on the disk")
  }
}
