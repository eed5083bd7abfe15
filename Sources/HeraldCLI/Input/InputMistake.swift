import Herald
import HeraldQuestions
import HeraldFormats
import HeraldLog

/// A file that is not a policy, though a command takes one.
///
/// A file that is not a log is found out by the reader of logs, which finds no event in it.
enum InputMistake {
  /// Refuses a ledger that is given as a policy.
  static func checkLedger(_ name: String, _ bytes: [UInt8]) throws {
    if bytes.starts(with: "SQLite format 3\0".utf8) {
      throw refused(
        .notAPolicy, name, "`\(name)` is a ledger, not a policy.", why: "it is a SQLite file",
        fix: "give the policy's document; `herald replay \(name.shellQuoted)` reads the ledger")
    }
  }

  /// Refuses a log that is given as a policy.
  static func checkLog(_ name: String, _ bytes: [UInt8]) throws {
    let line = Array(bytes.prefix { $0 != 0x0A })
    guard let root = object(line), root[name: "specversion"] != nil, root[name: "source"] != nil else { return }
    throw refused(
      .notAPolicy, name, "`\(name)` is a log, not a policy.", why: "its first line is an event",
      fix: "give the policy's document; `herald replay \(name.shellQuoted)` reads the log")
  }

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
