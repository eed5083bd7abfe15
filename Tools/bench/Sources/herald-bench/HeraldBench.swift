import Foundation

/// Measures parts of Herald from within one process; `Tools/bench/run` calls it and prints the table.
///
/// Each command prints one line of JSON, in which `seconds` or `nanoseconds` is what was measured.
@main
enum HeraldBench {
  static func main() throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    switch (arguments.first, arguments.count) {
    case ("append", 3): try append(log: arguments[1], ledger: arguments[2])
    case ("decide", 3): try decide(log: arguments[1], rounds: Int(arguments[2]) ?? 1)
    case ("read", 2): try read(log: arguments[1])
    case ("decode", 2): try decode(log: arguments[1])
    case ("rebuild", 3): try rebuild(ledger: arguments[1], sources: arguments[2])
    default:
      let usage = "herald-bench append LOG LEDGER | decide LOG ROUNDS | read LOG | decode LOG | rebuild LEDGER SOURCES"
      FileHandle.standardError.write(Data("usage: \(usage)\n".utf8))
      exit(64)
    }
  }
}

/// Time that went by, and time that this process worked.
enum Clock {
  case wall, work

  var seconds: Double {
    var time = timespec()
    clock_gettime(self == .wall ? CLOCK_MONOTONIC : CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// How long `body` took.
  func time(_ body: () throws -> Void) rethrows -> Double {
    let start = seconds
    try body()
    return seconds - start
  }
}

/// Prints a result as one line of JSON.
func tell(_ result: [String: Any]) throws {
  let data = try JSONSerialization.data(withJSONObject: result, options: [.sortedKeys])
  print(String(decoding: data, as: UTF8.self))
}

/// The lines of a file.
func lines(of path: String) throws -> [Substring] {
  try String(contentsOf: URL(fileURLWithPath: path), encoding: .utf8).split(separator: "\n")
}
