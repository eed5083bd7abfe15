package import Herald
import HeraldLines

/// The installations of a ledger that changed after a moment, found without a replay.
package struct LedgerChanges: Sendable {
  /// The kinds of change, as a table of changes names them.
  package enum Kind: String, CaseIterable, Sendable {
    /// The ledger had no event of the installation.
    case new
    /// Events were added to it.
    case grew
    /// Its rows may be others than before: values of it or its first events were forgotten, or all rows are made anew.
    case rewritten
    /// An installation was forgotten. This entry has no source, because the ledger forgot the name too: it stands for every
    /// source that the list does not have.
    case forgotten
    /// The installation did not change. It is listed only beside ``forgotten``, so that its rows are not deleted.
    case kept

    /// True if the rows of an installation are made again.
    package var hasRows: Bool { self == .new || self == .grew || self == .rewritten }
  }

  package struct Change: Hashable, Sendable {
    /// The installation; nil for all that are not listed.
    package let source: ExactString?
    package let kind: Kind

    package init(_ source: ExactString?, _ kind: Kind) { (self.source, self.kind) = (source, kind) }
  }

  /// The entry without a source comes first; the others have the order of the ledger.
  package let list: [Change]
  /// The number of installations that were forgotten.
  package let forgotten: Int
  /// True if the rows of all installations are made again.
  package let isWhole: Bool
  /// The token of this moment.
  package let token: String

  /// The installations whose rows are made again.
  package var sources: Set<ExactString> { Set(list.lazy.filter(\.kind.hasRows).compactMap(\.source)) }
  /// The number of installations that changed, with those that were forgotten.
  package var count: Int { list.count { $0.kind.hasRows } + forgotten }
}
