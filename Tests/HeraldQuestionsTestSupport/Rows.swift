package import Foundation
package import Herald
import HeraldFormats
package import HeraldLog
package import HeraldQuestions

/// All rows of a log, as values.
package struct Rows: TableSink {
  /// By table, each row's cells in the order of the columns.
  package private(set) var cells: [AnalysisTable: [[Cell]]] = [:]

  package mutating func append<Row: TableRow>(_ row: Row) { cells[Row.table, default: []].append(row.cells) }

  package subscript(table: AnalysisTable) -> [[String: Cell]] {
    (cells[table] ?? []).map { row in
      Dictionary(uniqueKeysWithValues: zip(table.columns.map(\.name), row))
    }
  }

  /// The rows of a table by their keys, all columns but some.
  package func keyed(_ table: AnalysisTable, without names: Set<String> = []) -> [[Cell]: [String: Cell]] {
    var rows: [[Cell]: [String: Cell]] = [:]
    for row in self[table] {
      rows[table.key.map { row[$0] ?? .null }] = row.filter { !names.contains($0.key) }
    }
    return rows
  }

  /// The rows of a log in lines.
  ///
  /// - Parameter most: how many installations are folded at once.
  package init(
    log text: String, documents: [ExactString: String] = [:], until: ReplayLimit? = nil, atOnce most: Int = .max,
    tables: Set<AnalysisTable> = Set(AnalysisTable.allCases)
  ) throws {
    let reader = try Self.reader(text, documents)
    var analysis = Analysis(tables, rows: Rows())
    try reader.replay(until: until, atOnce: most, visitor: &analysis)
    try analysis.finish { try reader.document($0) }
    self = analysis.rows
  }

  /// The rows of a ledger.
  package init(ledger path: String, tables: Set<AnalysisTable> = Set(AnalysisTable.allCases)) throws {
    let reader = try LedgerReader(path: path, reading: Formats.reading)
    var analysis = Analysis(tables, rows: Rows())
    try reader.replay(visitor: &analysis)
    try analysis.finish { try reader.document($0) }
    self = analysis.rows
  }

  package init() {}

  package static func reader(_ text: String, _ documents: [ExactString: String] = [:]) throws -> LogReader {
    let source = try ByteSource(name: "log", bytes: Array(text.utf8))
    return LogReader(log: source, shelf: DocumentShelf(reading: Formats.reading) { documents[$0] })
  }
}

/// A temporary folder for one test, removed with it.
package final class Scratch {
  package let folder = FileManager.default.temporaryDirectory.appendingPathComponent("herald-test-\(UUID().uuidString)")
  package init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }
  deinit { try? FileManager.default.removeItem(at: folder) }
  package func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

  /// Imports lines into a ledger, and creates a missing one.
  package func take(_ text: String, into name: String = "ledger.sqlite") throws {
    let log = path(UUID().uuidString + ".jsonl")
    try Data(text.utf8).write(to: URL(fileURLWithPath: log))
    let ledger = try Ledger(path: path(name))
    _ = try ledger.importLog(try ByteSource(path: log))
    try ledger.close()
  }
}
