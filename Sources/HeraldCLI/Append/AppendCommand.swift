import ArgumentParser
import Herald
import HeraldLog
import HeraldReport

struct AppendCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "append",
    abstract: "Appends events from standard input to a ledger, each durable before its id is printed.",
    discussion: """
      One event a line. An id on standard output means that the event is in the ledger for good; appending it again \
      prints the id again and stores nothing. The first bad line ends the appending with status 3; what was \
      acknowledged before stays.

      Example:
        tail -f events.jsonl | herald append --ledger phone.sqlite
      """)

  @Option(help: ArgumentHelp("The ledger; made where there is none.", valueName: "file"), completion: .ledger)
  var ledger: String

  @Option(
    help: ArgumentHelp("Refuse unless the stream of the first event is at this revision.", valueName: "revision"),
    completion: .free)
  var expectRevision: Int?

  @Flag(help: "Accept a stream that begins late or has gaps; each is reported.")
  var partial = false

  func run() throws {
    try Failure.telling(afterBadLines: "What was acknowledged before stays.") {
      let ledger = try Ledger(path: self.ledger)
      try LedgerTables.prepare(ledger)
      try ledger.append(
        try .standardInputOnce(), expecting: expectRevision, options: ReadingOptions(isPartial: partial),
        report: Failure.tell
      ) { appended in
        try StandardOutput.write(appended.id.string + "\n")
      }
      try ledger.close()
    }
  }
}
