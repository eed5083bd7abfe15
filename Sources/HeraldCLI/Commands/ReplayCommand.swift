import ArgumentParser
import Herald
import HeraldFormats
import HeraldLog

struct ReplayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "replay", abstract: "States and decisions from a log.")
  @Argument var log: String
  @Flag var decisions = false
  @Flag var states = false
  @Option var format = "json"
  @Flag var partial = false
  @Flag var skipInvalid = false
  @Option var until: String?

  func run() throws {
    try Failure.telling {
      if decisions {
        var visitor = DecisionLines(StandardOutput.write)
        try replay(&visitor)
        try visitor.flush()
      } else {
        var visitor = StateLines(StandardOutput.write)
        try replay(&visitor)
        try visitor.flush()
      }
    }
  }

  private func replay<V: ReplayVisitor>(_ visitor: inout V) throws {
    switch try LogInput(log) {
    case .lines(let source):
      let reader = LogReader(log: source, shelf: DocumentShelf(reading: { Formats.read($0).reading }), options: ReadingOptions(skipsInvalid: skipInvalid, isPartial: partial), report: Failure.tell)
      try reader.replay(visitor: &visitor)
    case .ledger(let path):
      try LedgerReader(path: path, reading: { Formats.read($0).reading }).replay(visitor: &visitor)
    }
  }
}
