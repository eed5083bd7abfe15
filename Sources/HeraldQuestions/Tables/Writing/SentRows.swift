import Herald

/// A sink that makes bytes of rows, and sends them on in pieces of whole rows of one table.
package protocol SentRows: TableSink, SendableMetatype {
  /// The choices of the form that the rows take.
  associatedtype Form: Sendable
  var form: Form { get }

  /// Makes a sink for a part of a ledger, without heads.
  static func part(
    _ form: Form, of tables: Set<AnalysisTable>, send: @escaping (AnalysisTable, borrowing [UInt8]) throws -> Void
  ) -> Self
  /// Sends whole rows of a table that were written elsewhere, after the rows that wait.
  mutating func send(_ rows: [UInt8], of table: AnalysisTable) throws
  /// Sends the rest. More rows may follow.
  mutating func finish() throws
}
