import Foundation
import Herald
public import HeraldInbox
import HeraldLog
import SystemPackage

/// The records of an inbox, in a file that was moved aside so that only the app uses it.
struct InboxBatch {
  /// The events in the order of the file; ``findings`` reports the lines that are not events.
  let events: [Event]
  let findings: [Diagnostic]
  private let path: String

  /// Moves the inbox's file aside and reads it. After a crash it reads the file that was moved before.
  ///
  /// - Returns: nil where the inbox is empty.
  init?(from inbox: Inbox) throws(InboxError) {
    path = inbox.path + "-taking"
    do {
      if !FileManager.default.fileExists(atPath: path) {
        guard try Self.moveAside(inbox.path, to: path) else { return nil }
      }
      (events, findings) = Self.read(try Data(contentsOf: URL(fileURLWithPath: path)), name: inbox.path)
    } catch {
      throw InboxError(inbox.path, "taking it in", error)
    }
  }

  private static func moveAside(_ path: String, to aside: String) throws -> Bool {
    do {
      guard let file = try FileDescriptor.openLocked(path, .readOnly, waits: true) else { return false }
      // The file was only opened for its lock.
      defer { try? file.close() }
      guard rename(path, aside) == 0 else { throw Errno(rawValue: errno) }
      return true
    } catch Errno.noSuchFileOrDirectory {
      return false
    }
  }

  /// Removes the file, after its events are in the ledger.
  func remove() throws(InboxError) {
    guard unlink(path) != 0, errno != ENOENT else { return }
    throw InboxError(path, "removing what was taken in", Errno(rawValue: errno))
  }

  private static func read(_ bytes: Data, name: String) -> (events: [Event], findings: [Diagnostic]) {
    var (events, findings): ([Event], [Diagnostic]) = ([], [])
    let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() where !line.isEmpty {
      // A torn record has no newline, so it is the last piece.
      let isTorn = index == lines.count - 1
      if let event = event(in: line) {
        events.append(event)
      } else {
        findings.append(isTorn ? torn(name, line: index + 1) : bad(name, line: index + 1))
      }
    }
    return (events, findings)
  }

  /// The event of a record; nil for a record that is not one.
  private static func event(in record: Data) -> Event? {
    let text = String(decoding: record, as: UTF8.self)
    // Decoding repairs invalid UTF-8, so the bytes differ then.
    guard text.utf8.elementsEqual(record) else { return nil }
    var reader = EventReader()
    return try? reader.event(text, revision: 0)
  }

  private static func torn(_ name: String, line: Int) -> Diagnostic {
    Diagnostic(
      LogCode.torn, .note, what: "The last record of the inbox is torn.", file: name,
      place: DocumentPlace(line: line, column: 1, pointer: ""), why: "the process that wrote it died meanwhile",
      fix: "nothing to do: the record is left out, and nothing before it is touched")
  }

  private static func bad(_ name: String, line: Int) -> Diagnostic {
    Diagnostic(
      InboxCode.badRecord, .warning, what: "A record of the inbox is not an event, and is left out.", file: name,
      place: DocumentPlace(line: line, column: 1, pointer: ""),
      why: "a process died while it wrote, or something else writes to the file",
      fix: "let only `Inbox` write there")
  }
}

// An app imports `HeraldRuntime` alone, its extension `HeraldInbox` alone.

/// A file in which another process of the app leaves events.
public typealias Inbox = HeraldInbox.Inbox
/// A push notice, as the app or its extension received it.
public typealias Push = HeraldInbox.Push
/// The clock, the ids and the random numbers of an installation.
public typealias DeviceEnvironment = HeraldInbox.DeviceEnvironment
/// An inbox that cannot be read or written.
public typealias InboxError = HeraldInbox.InboxError
