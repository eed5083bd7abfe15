import Herald

/// A sink that makes bytes of rows, and sends them on in pieces of whole rows of one table.
package protocol SentRows: TableSink, SendableMetatype {
  /// The choices of the form that the rows take.
  associatedtype Form: Sendable
  var form: Form { get }
  /// The number of rows that were written.
  var count: Int { get set }

  /// Makes a sink for a part of a ledger, without heads.
  static func part(
    _ form: Form, of tables: Set<AnalysisTable>, send: @escaping (AnalysisTable, borrowing [UInt8]) throws -> Void
  ) -> Self
  /// Sends whole rows of a table that were written elsewhere, after the rows that wait.
  mutating func send(_ rows: [UInt8], of table: AnalysisTable) throws
  /// Moves tables to a sink of their own, with the rows of them that wait. Both have the same receiver.
  mutating func split(off tables: Set<AnalysisTable>) -> Self
  /// Sends the rest. More rows may follow.
  mutating func finish() throws
}

extension Array {
  /// Takes out the elements of some tables, each indexed by ``AnalysisTable/place``, and returns them at the same places.
  mutating func split<Waiting>(off tables: Set<AnalysisTable>) -> Self where Element == Waiting? {
    var other = self
    for table in AnalysisTable.written {
      if tables.contains(table) { self[table.place] = nil } else { other[table.place] = nil }
    }
    return other
  }
}
