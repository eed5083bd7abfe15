import ArgumentParser

/// The logs that a command reads as one.
struct LogArguments: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "A .jsonl log, packed with gzip (.gz) or zstd (.zst) or not; - for standard input; or a ledger. Several are read "
        + "as one, each installation's events in their order.", valueName: "log"), completion: .log)
  var logs: [String]

  func validate() throws { try StandardInputOnce.check(logs) }
}

/// Standard input, which only one argument may name.
enum StandardInputOnce {
  /// - Throws: `ValidationError`.
  static func check(_ names: [String]) throws {
    if names.count(where: { $0 == "-" }) > 1 { throw ValidationError("Standard input can be read only once.") }
  }
}
