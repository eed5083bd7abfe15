import Foundation
import Herald
import HeraldLog
import SystemPackage

/// What was left in an inbox, moved aside: the app's alone until it is in the ledger.
struct InboxBatch {
  /// What is no record is reported, and left out.
  let events: [Event]
  let findings: [Diagnostic]
  private let path: String

  /// Moves the inbox's file aside and reads it; goes on with the one that a crash left there before.
  ///
  /// - Returns: nil where nothing is there.
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
      defer { try? file.close() }
      guard rename(path, aside) == 0 else { throw Errno(rawValue: errno) }
      return true
    } catch Errno.noSuchFileOrDirectory {
      return false
    }
  }

  /// Removes what was taken in.
  func remove() throws(InboxError) {
    guard unlink(path) != 0, errno != ENOENT else { return }
    throw InboxError(path, "removing what was taken in", Errno(rawValue: errno))
  }

  private static func read(_ bytes: Data, name: String) -> (events: [Event], findings: [Diagnostic]) {
    var (events, findings): ([Event], [Diagnostic]) = ([], [])
    let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() where !line.isEmpty {
      // The last piece is what no newline ended.
      let isTorn = index == lines.count - 1
      Array(line).withUnsafeBufferPointer { bytes in
        var reader = LineReader()
        do throws(WireFault) {
          events.append(try reader.read(bytes).event(in: bytes, revision: 0))
        } catch {
          findings.append(isTorn ? torn(name, line: index + 1) : bad(name, line: index + 1))
        }
      }
    }
    return (events, findings)
  }

  private static func torn(_ name: String, line: Int) -> Diagnostic {
    Diagnostic(
      LogCode.torn, .note, what: "The last record of the inbox is torn.", file: name,
      place: DocumentPlace(line: line, column: 1, pointer: ""), why: "the process that wrote it died meanwhile",
      fix: "nothing to do: the record is left out, and nothing before it is touched")
  }

  private static func bad(_ name: String, line: Int) -> Diagnostic {
    Diagnostic(
      AppCode.badRecord, .warning, what: "A record of the inbox is no event, and is left out.", file: name,
      place: DocumentPlace(line: line, column: 1, pointer: ""),
      why: "a process died while it wrote, or something else writes to the file",
      fix: "let only `Inbox` write there")
  }
}
