package import Herald

/// An event about a ledger itself: an entry of its journal, or a line of an export that stands for what was forgotten.
///
/// It belongs to no installation: no state, no table and no count contains it.
package enum LedgerNotice {
  /// The start of the `source` of every such event; the ledger's UUID follows.
  package static let sourcePrefix = "urn:herald:ledger:"

  package enum Kind: String {
    case created = "ledger.created"
    case migrated = "ledger.migrated"
    case forgot = "ledger.forgot"
    case forgotten = "ledger.forgotten"
    case pseudonymized = "ledger.pseudonymized"
    case policyIntended = "policy.intended"
    case policyPublished = "policy.published"
    case policyWithdrawn = "policy.withdrawn"
    case promisesIntended = "promises.intended"
    case promisesChanged = "promises.changed"
    case promisesWithdrawn = "promises.withdrawn"
    /// The publication's entry of earlier versions, which had no intent before it and no number.
    case publishedBefore = "ledger.published"
  }

  /// True if a source is a ledger's and not an installation's.
  package static func isLedger(_ source: BorrowedBytes) -> Bool {
    source.starts(with: sourcePrefix.utf8)
  }

  /// Appends the line of such an event.
  ///
  /// - Parameters:
  ///   - source: the ledger's.
  ///   - revision: the place in the journal; nil for a line of an export.
  ///   - data: writes the members of the data.
  package static func write(
    _ kind: Kind, id: String, source: String, time: DeviceTime?, revision: Int?, into output: inout JSONWriter,
    _ data: (inout JSONWriter) -> Void
  ) {
    output.object {
      $0.member("specversion", "1.0")
      $0.member("id", id)
      $0.member("source", source)
      $0.member("type", kind.rawValue)
      if let time { $0.member("time", "\(time)") }
      if let revision { $0.member("revision", revision) }
      if revision != nil { $0.member("salt", DrawnBytes.saltText()) }
      $0.member("data") { $0.object { data(&$0) } }
    }
  }
}

/// The subject of a forgetting.
package enum ForgettingKind: String, CaseIterable, Sendable {
  /// All events of installations, and their names.
  case installation
  /// The name of a user, wherever it stands.
  case user
  /// A property of devices.
  case property
  /// Events before a time.
  case retention
  /// Events and values that were forgotten elsewhere before the log was imported.
  case imported
  /// The names of users in lines that arrived, before the lines were stored.
  case arrival
}
