import Herald
import HeraldQuestions
import HeraldFormats
import HeraldLog

/// A file that is not what a command takes, such as a policy in place of a log.
///
/// Without these checks each line of such a file would get an error of its own.
enum InputMistake {
  /// Refuses a JSON array and a JSON document that are given as a log.
  ///
  /// - Parameter start: the file's first bytes.
  static func checkLog(_ name: String, start: [UInt8], isWhole: Bool) throws {
    let written = start.lazy.filter { !isBlank($0) }.prefix(2)
    guard let first = written.first else { return }
    if written.elementsEqual("[{".utf8) {
      throw refused(
        .notALog, name, "`\(name)` is one JSON array, not a log.",
        why: "a log has one event per line, without brackets",
        fix: "make a log of it: `jq -c '.[]' \(name.shellQuoted) > log.jsonl`")
    }
    guard first == UInt8(ascii: "{"), isWhole, let root = object(start), root[name: "specversion"] == nil else {
      return
    }
    if root[name: "packageName"] != nil || root[name: "updates"] != nil || root[name: "messages"] != nil {
      throw refused(
        .notALog, name, "`\(name)` is a policy, not a log.", why: "it is one JSON document with the keys of a policy",
        fix: "check it with `herald lint \(name.shellQuoted)`, or give a log of events")
    }
    // An object on one line is more probably an event that lacks something.
    guard let end = start.lastIndex(where: { !isBlank($0) }), start[..<end].contains(0x0A) else { return }
    throw refused(
      .notALog, name, "`\(name)` is one JSON document, not a log.",
      why: "no line of it is an event with a `specversion`",
      fix: "give a log of events, one JSON object per line")
  }

  /// Refuses a ledger and a log that are given as a policy.
  static func checkPolicy(_ name: String, bytes: [UInt8]) throws {
    if bytes.starts(with: "SQLite format 3\0".utf8) {
      throw refused(
        .notAPolicy, name, "`\(name)` is a ledger, not a policy.", why: "it is a SQLite file",
        fix: "give the policy's document; `herald replay \(name.shellQuoted)` reads the ledger")
    }
    let line = Array(bytes.prefix { $0 != 0x0A })
    guard let root = object(line), root[name: "specversion"] != nil, root[name: "source"] != nil else { return }
    throw refused(
      .notAPolicy, name, "`\(name)` is a log, not a policy.", why: "its first line is an event",
      fix: "give the policy's document; `herald replay \(name.shellQuoted)` reads the log")
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

  private static func object(_ bytes: [UInt8]) -> JSONNode? {
    guard let text = String(validating: bytes, as: UTF8.self), let root = try? JSONNode.read(text, lenient: true).node
    else { return nil }
    if case .object = root.value { return root }
    return nil
  }

  private static func refused(
    _ code: QuestionCode, _ name: String, _ what: String, why: String, fix: String
  ) -> LogRefused {
    LogRefused(Diagnostic(code, .error, what: what, file: name, why: why, fix: fix))
  }
}
