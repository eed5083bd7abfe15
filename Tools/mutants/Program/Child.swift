import CMutants
import Glibc

/// A process of its own for each mutant, which may crash or never end.
enum Child {
  /// All logs and laws take a few: only what never ends takes so many.
  private static let seconds: Int32 = 60
  private static let bytes: UInt64 = 2 << 30

  /// What noticed a mutant, as the program prints it.
  static func verdict(on place: Int32, _ logs: [TestedLog]) -> String {
    if !logs.contains(where: { $0.isReached(place) || $0.isReachedByLaws(place) }) { return "survived" }
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { fatalError("No pipe can be opened.") }
    let log = mutants_shared_log()
    log?.pointee = 0
    let child = mutants_fork()
    if child == 0 {
      mutants_limit(seconds, bytes)
      mutants_turn(place)
      var answer = Array(verdict(place, logs).utf8)
      write(ends[1], &answer, answer.count)
      _exit(0)
    }
    close(ends[1])
    var answer = [UInt8](repeating: 0, count: 256)
    let count = read(ends[0], &answer, answer.count)
    close(ends[0])
    var status: Int32 = 0
    waitpid(child, &status, 0)
    if count > 0 { return String(decoding: answer.prefix(count), as: UTF8.self) }
    return "signal\t\(log?.pointee ?? 0)\t\(status & 127)"
  }

  private static func verdict(_ place: Int32, _ logs: [TestedLog]) -> String {
    for (index, log) in logs.enumerated() where log.isReached(place) {
      mutants_shared_log()?.pointee = Int32(index)
      if log.followed() != log.outcome { return "log\t\(index)" }
    }
    for (index, log) in logs.enumerated() where log.isReachedByLaws(place) {
      mutants_shared_log()?.pointee = Int32(logs.count + index)
      if let law = log.brokenLaw() { return "law\t\(index)\t\(law)" }
    }
    return "survived"
  }
}
