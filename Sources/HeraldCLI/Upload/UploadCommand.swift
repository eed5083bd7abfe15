import ArgumentParser
import Foundation
import Herald
import HeraldLog

struct UploadCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "upload",
    abstract: "Sends logs that came by mail, or ledgers, to a server.",
    discussion: """
      The token has the role import; `herald token new --role import` makes one. Instead of --token the environment \
      variable HERALD_TOKEN may have it, which keeps it out of the shell's history.

      Events that the server has already are left alone, so sending again is safe, also after an upload that was cut \
      off. A line that the server refuses ends its installation's part of the log: what follows there is not stored. \
      Lines about a ledger are left out; `herald import` takes them over.

      The status is 0 where the server has all events, 1 where it cannot be reached or takes nothing more, 2 where it \
      refused lines, and 3 where a log cannot be read.

      Examples:
        herald upload phone.jsonl.gz --to https://herald.example.com --token TOKEN
        herald upload fleet.sqlite --to http://127.0.0.1:8320 --app com.example
        zcat *.jsonl.gz | herald upload - --to https://herald.example.com
      """)

  @Argument(
    help: ArgumentHelp(
      "Logs: .jsonl, .jsonl.gz, .jsonl.zst, ledgers, or - for standard input.", valueName: "log"),
    completion: .log)
  var logs: [String]

  @OptionGroup var target: UploadTarget
  @OptionGroup var output: OutputOptions

  func validate() throws { _ = try target.server() }

  func run() async throws {
    try await Failure.telling {
      var server = try target.server()
      // Nothing is sent where one of the logs is missing or none.
      for log in logs where log != "-" { _ = try LogLines(log) }
      var refused = 0
      for log in logs {
        var lines = try LogLines(log)
        var sending = LogUpload(log)
        let progress = Progress(log)
        let told = RefusedLines(isJSON: output.isJSON, progress)
        let failure: (any Error)?
        do {
          try await sending.send(&lines, to: &server, told: told) { if let share = $0 { progress.at(share) } }
          failure = nil
        } catch {
          failure = error
        }
        progress.end()
        told.end()
        // Events that were stored before a failure stay stored.
        try tell(sending.report)
        if let failure { throw failure }
        refused += sending.report.refused
      }
      if refused > 0 { throw Failure.disagreement }
    }
  }

  private func tell(_ report: SentReport) throws {
    try output.isJSON ? StandardOutput.write(report.json) : StandardOutput.say(report.words(.output))
  }
}
