import Foundation
import Herald
import HeraldFormats
import HeraldLog
import HeraldQuestions

/// Does what `herald append`, `import` and `forget` do, again and again in one process: starting the program takes
/// several times as long as its work on a small ledger.
///
/// Each line of standard input is a command, its words separated by tabs. The answer is a line, `ok` or what failed.
enum Service {
  static func run() {
    while let line = readLine() {
      let words = line.split(separator: "\t").map(String.init)
      do {
        try carryOut(words)
        print("ok")
      } catch {
        print("\(error)".split(separator: "\n").joined(separator: " "))
      }
      fflush(nil)
    }
  }

  private struct UnknownCommand: Error {}

  private static func carryOut(_ words: [String]) throws {
    guard words.count >= 3 else { throw UnknownCommand() }
    let ledger = try Ledger(path: words[1])
    switch words[0] {
    case "append":
      try LedgerTables.prepare(ledger)
      try ledger.append(ByteSource(path: words[2])) { _ in }
    case "import":
      try LedgerTables.prepare(ledger)
      _ = try ledger.importLog(ByteSource(path: words[2]))
    default: throw UnknownCommand()
    }
    try ledger.close()
  }
}
