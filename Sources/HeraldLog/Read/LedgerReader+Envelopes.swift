import GRDB
package import Herald
import HeraldLines

extension LedgerReader {
  /// Passes the envelopes of some events, without their data. Events that are not there are left out.
  ///
  /// Each is looked up, so this is for few of an installation's events: a replay reads all of them.
  ///
  /// - Parameters:
  ///   - wanted: installations, and revisions of each.
  ///   - body: takes an event.
  /// - Returns: false for a ledger whose derived tables cannot be used. Nothing was passed then.
  /// - Throws: ``LedgerError``; ``LogRefused`` for a line that cannot be read.
  package func envelopes(
    of wanted: [(source: ExactString, revisions: [Int])], _ body: (ExactString, Event) -> Void
  ) throws -> Bool {
    try read("looking for events") { database in
      guard try usesDerived(database) else { return false }
      let streams = try RawStatement("SELECT \(StreamRow.columns) FROM streams WHERE source = ?", on: database)
      let lines = try EnvelopeLookup(on: database, path: path)
      defer { lines.rest() }
      for (source, revisions) in wanted {
        streams.bind(copying: source.string, at: 1)
        let stream = try streams.step() ? try StreamRow(streams).id : nil
        streams.reset()
        guard let stream else { continue }
        for revision in revisions {
          let key = LedgerSchema.key(stream: stream, revision: revision)
          if let event = try lines.envelope(key: key) { body(source, event) }
        }
      }
      return true
    }
  }
}
