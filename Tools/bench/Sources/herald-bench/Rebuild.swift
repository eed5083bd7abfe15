import Herald
import HeraldFormats
import HeraldLog

/// Keeps the state in which the last stream ended.
private struct LastState: ReplayVisitor {
  var state = InstallationState()
  mutating func ended(_ source: ExactString, in state: InstallationState) { self.state = state }
}

/// Rebuilds one installation after the other from a ledger, each by its source.
func rebuild(ledger path: String, sources: String) throws {
  let sources = try lines(of: sources).map { ExactString(String($0)) }
  let ledger = try LedgerReader(path: path, reading: { Formats.read($0).reading })
  var visitor = LastState()
  var events = 0
  func run() throws {
    for source in sources {
      try ledger.replay(source: source, visitor: &visitor)
      events += visitor.state.revision
    }
  }
  try run()
  events = 0
  let seconds = try Clock.work.time { try run() }
  try tell(["seconds": seconds, "installations": sources.count, "events": events])
}
