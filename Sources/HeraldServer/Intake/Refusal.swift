import GRDB
import Herald
import HeraldLog

/// Events that were refused because of their place in a stream: a fork or a gap. A later one of the same kind is added.
struct Refusal: Sendable {
  enum Reason: String, CaseIterable, Sendable {
    /// The stream has another event there: two phones are one installation.
    case fork = "forked"
    /// Events before it are missing. The phone goes back, so a gap may have gone since.
    case gap
  }

  let source: ExactString
  let reason: Reason
  let first: Timestamp
  let last: Timestamp
  /// The number of requests.
  let times: Int
  /// The revision that was refused last; nil for a line that names none.
  let revision: Int?
  /// The revision that was expected instead; nil for a fork.
  let expected: Int?
  /// The number of events that were not stored, each as often as it came.
  let events: Int
  let types: Set<String>
  /// The number of these events that brought a document.
  let policies: Int

  /// - Returns: nil for a line that was refused for another reason.
  init?(_ refused: BatchOutcome.Refused, left: BatchOutcome.LeftEvents, at time: Timestamp) {
    guard let source = refused.source, source.string.utf8.count <= IntakeLimits.sourceBytes else { return nil }
    switch refused.kind {
    case .forked: (reason, expected) = (.fork, nil)
    case .gap(let next): (reason, expected) = (.gap, next)
    case .bad, .forgotten, .notOwner: return nil
    }
    self.source = source
    (first, last, times) = (time, time, 1)
    (revision, events, types, policies) = (refused.revision, left.count, left.types, left.policies)
  }

  func insert(into database: Database) throws {
    let known = try String.fetchOne(
      database, sql: "SELECT types FROM refusals WHERE source = ? AND reason = ?",
      arguments: [source.string, reason.rawValue])
    try database.cachedStatement(
      sql: """
        INSERT INTO refusals VALUES (?, ?, ?, ?, 1, ?, ?, ?, ?, ?) ON CONFLICT (source, reason) DO UPDATE SET
          last = excluded.last, times = times + 1, revision = excluded.revision, expected = excluded.expected,
          events = events + excluded.events, types = excluded.types, policies = policies + excluded.policies
        """
    ).execute(arguments: [
      source.string, reason.rawValue, first.milliseconds, last.milliseconds, revision, expected, events,
      types.union(Self.types(known ?? "")).sorted().joined(separator: " "), policies,
    ])
  }

  /// The types are Herald's own and have no blanks.
  private static func types(_ text: String) -> Set<String> { Set(text.split(separator: " ").map(String.init)) }
}

extension Refusal {
  /// Reads a row; nil for a reason of a later version.
  init?(_ row: Row) {
    guard let reason = Reason(rawValue: row["reason"]) else { return nil }
    self.reason = reason
    source = ExactString(row["source"] as String)
    first = Timestamp(milliseconds: row["first"])
    last = Timestamp(milliseconds: row["last"])
    times = row["times"]
    revision = row["revision"]
    expected = row["expected"]
    events = row["events"]
    types = Self.types(row["types"])
    policies = row["policies"]
  }
}
