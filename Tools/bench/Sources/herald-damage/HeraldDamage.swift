import Foundation

/// Damages inputs and ledgers by the million in one process, for `Tools/faults/run`.
///
/// `inputs` and `bits` print one line of JSON. A crash ends the process: the caller asks for parts, and finds the case.
@main
enum HeraldDamage {
  static func main() async throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    switch (arguments.first, arguments.count) {
    case ("inputs", 6):
      guard let kind = InputKind(rawValue: arguments[1]), let seed = UInt64(arguments[2]),
        let first = Int(arguments[3]), let count = Int(arguments[4])
      else { usage() }
      try await inputs(kind, seed: seed, first..<first + count, samples: Samples(below: arguments[5]))
    case ("bits", 5):
      guard let first = Int(arguments[3]), let count = Int(arguments[4]) else { usage() }
      var flips = try Flips(ledger: arguments[1], copy: arguments[2])
      try flips.run(first..<first + count)
      try tell(flips.figures)
    case ("serve", 1): Service.run()
    default: usage()
    }
  }

  private static func inputs(_ kind: InputKind, seed: UInt64, _ numbers: Range<Int>, samples: Samples) async throws {
    var accepted = 0
    var slowest = (milliseconds: 0.0, number: numbers.lowerBound)
    for number in numbers {
      var dice = Dice(seed: seed, kind: kind.rawValue, number: number)
      let began = milliseconds
      if await kind.read(samples, &dice) { accepted += 1 }
      slowest = max(slowest, (milliseconds - began, number), by: { $0.milliseconds < $1.milliseconds })
    }
    try tell([
      "inputs": numbers.count, "accepted": accepted, "slowest": slowest.milliseconds, "slowestNumber": slowest.number,
      "peak": peakMemory,
    ])
  }

  private static func max<Value>(_ left: Value, _ right: Value, by isLess: (Value, Value) -> Bool) -> Value {
    isLess(left, right) ? right : left
  }

  /// The time that this process worked, because the machine may have other things to do.
  private static var milliseconds: Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
  }

  /// The largest resident memory so far, in kilobytes.
  private static var peakMemory: Int {
    var usage = rusage()
    // RUSAGE_SELF, which glibc declares with another type than the parameter has.
    getrusage(0, &usage)
    return usage.ru_maxrss
  }

  private static func tell(_ result: [String: Any]) throws {
    let data = try JSONSerialization.data(withJSONObject: result, options: [.sortedKeys])
    print(String(decoding: data, as: UTF8.self))
  }

  private static func usage() -> Never {
    let usage = "herald-damage inputs KIND SEED FIRST COUNT FOLDER | bits LEDGER COPY FIRST COUNT | serve"
    FileHandle.standardError.write(Data("usage: \(usage)\n".utf8))
    exit(64)
  }
}
