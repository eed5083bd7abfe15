import ArgumentParser
import Foundation

/// The option that says how many threads work on a ledger.
struct JobsOption: ParsableArguments {
  @Option(
    help: ArgumentHelp("Threads that work on a ledger; default: one for each core.", valueName: "n"),
    completion: .free)
  var jobs: Int?

  /// The number of threads, at least 1.
  var count: Int { jobs ?? ProcessInfo.processInfo.activeProcessorCount }

  func validate() throws {
    if let jobs, jobs < 1 { throw ValidationError("--jobs is a number from 1.") }
  }
}
