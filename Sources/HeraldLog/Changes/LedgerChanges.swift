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
    /// Stands without a name for all installations that are not listed. The ledger does not know them, because a name is
    /// forgotten with its installation.
    case forgotten
    /// Nothing changed. Such installations are listed only where ``forgotten`` is.
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

  /// One without a name comes first; the others are in the ledger's order.
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
