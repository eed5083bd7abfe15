// Folds logs with each mutant of the core, and says what noticed it.
//
//     mutants LOGS OUTCOMES
//
// LOGS lists logs, one a line: the letters p (partial), s (bad lines are left out) and l (the laws are asked too), a tab,
// and the path. The outcome of log N, as nothing is changed, is written to OUTCOMES/N.jsonl. Then standard input has a
// place a line, and for each standard output gets lines, with tabs between their words:
//
//     PLACE reached LOG…       the logs that reach the place, from 0; this line comes first
//     PLACE constant           it is reached once, for a constant: it needs a process of its own
//     PLACE log LOG            the first log whose outcome differs
//     PLACE law LOG LAW        the first log that breaks a law, where no outcome differs
//     PLACE signal LOG N       the process ended while it folded a log, or, from the number of logs on, held it to the laws
//     PLACE survived
//
//     mutants LOGS OUTCOMES PLACE
//
// Changes the place from the start of the process, so that constants are computed with the change, and compares with the
// files in OUTCOMES. It prints the last line for the place.

import CMutants
import Glibc
import Herald
import HeraldLines

@main
enum MutantsProgram {
  static func main() {
    let arguments = CommandLine.arguments
    guard arguments.count > 2 else { return say("mutants LOGS OUTCOMES [PLACE]") }
    let logs = String(decoding: bytes(of: arguments[1]), as: UTF8.self).split(separator: "\n").map {
      TestedLog(listed: $0)
    }
    if arguments.count > 3, let place = Int32(arguments[3]) {
      judge(place, logs, arguments[2])
    } else {
      judgeMany(logs, arguments[2])
    }
  }

  private static func judge(_ place: Int32, _ logs: [TestedLog], _ outcomes: String) {
    let logs = logs.enumerated().map { $1.with(outcome: bytes(of: "\(outcomes)/\($0).jsonl")) }
    say("\(place)\t\(Child.verdict(on: place, logs))")
  }

  private static func judgeMany(_ logs: [TestedLog], _ outcomes: String) {
    var logs = logs
    for index in logs.indices {
      logs[index].look()
      write(logs[index].outcome, to: "\(outcomes)/\(index).jsonl")
      if let law = logs[index].broken { say("0\tlaw\t\(index)\t\(law)") }
    }
    var again = [Bool](repeating: false, count: Int(MUTANTS_MOST))
    for log in logs {
      for (place, reached) in log.reachedAgain().enumerated() where reached != 0 { again[place] = true }
    }
    while let line = readLine() {
      guard let place = Int32(line) else { continue }
      let reaching = logs.indices.filter { logs[$0].isReached(place) }.map(String.init)
      say((["\(place)", "reached"] + reaching).joined(separator: "\t"))
      let isConstant = !again[Int(place)] && logs.contains { $0.isReached(place) || $0.isReachedByLaws(place) }
      say("\(place)\t\(isConstant ? "constant" : Child.verdict(on: place, logs))")
    }
  }

  private static func bytes(of path: String) -> [UInt8] {
    guard let file = fopen(path, "r") else { fatalError("\(path) cannot be read.") }
    defer { fclose(file) }
    var (all, part) = ([UInt8](), [UInt8](repeating: 0, count: 1 << 16))
    while case let count = fread(&part, 1, part.count, file), count > 0 { all += part.prefix(count) }
    return all
  }

  private static func write(_ bytes: [UInt8], to path: String) {
    guard let file = fopen(path, "w") else { fatalError("\(path) cannot be written.") }
    fwrite(bytes, 1, bytes.count, file)
    fclose(file)
  }

  private static func say(_ line: String) {
    print(line)
    fflush(nil)
  }
}
