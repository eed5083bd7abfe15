import ArgumentParser
import Foundation
import Herald
import HeraldLog
import HeraldQuestions
import SystemPackage

/// Writes the tables of a log into files.
struct TableExport {
  let events: LoggedEvents
  /// The files that are read. The export never replaces them.
  let inputs: [String]
  let tables: [AnalysisTable]
  let until: ReplayLimit?
  /// A file, a folder, or nil for standard output.
  let output: String?
  let replaces: Bool
  /// The most threads that replay a ledger.
  let jobs: Int
  /// The properties that are added as columns.
  let properties: PropertyColumns
  /// The changes whose rows are written; nil for all rows.
  var increment: TableIncrement?

  /// One replay for the rows of all tables.
  private var rowReplay: TableReplay {
    TableReplay(of: Set(tables), properties: properties, until: until, jobs: jobs, increment: increment)
  }

  /// Replays the log once and sends the rows as text. Several threads make the rows of a ledger.
  ///
  /// - Returns: the number of rows.
  @discardableResult
  private func replay(
    _ format: RowFormat, send: @escaping (AnalysisTable, borrowing [UInt8]) throws -> Void
  ) throws -> Int {
    let rows = TextRows(format, of: Set(tables), properties: properties, send: send)
    return try rowReplay.send(rows, from: events)
  }

  /// Writes each table as text.
  func write(_ format: RowFormat) throws {
    guard let output else { return try print(format) }
    let files = try files(output, ending: format == .csv || format == .safeCSV ? "csv" : "jsonl")
    let rows = try replay(format) { table, bytes in try files[table]?.write(bytes) }
    for file in files.values { try file.finish() }
    for file in files.values { try file.appear() }
    try tellIncrement(rows, in: output)
  }

  /// Makes one SQLite file of all tables.
  func writeSQLite(to output: String) throws {
    let file = try WholeFile(output, replaces: replaces, sparing: inputs)
    var count = 0
    try SQLiteRows.make(file.temporary, named: output, tables: Set(tables), properties: properties) { rows in
      count = try rowReplay.rows(in: events, rows).count
    }
    try file.finish()
    try file.appear()
    try tellIncrement(count, in: nil)
  }

  /// Prints the token of an increment, and writes it beside the tables. The token comes after all rows, so that nobody goes
  /// on from a token whose rows were not written.
  func tellIncrement(_ rows: Int, in folder: String?) throws {
    guard let increment else { return }
    let line = increment.json(rows: rows)
    if let folder {
      let file = try WholeFile("\(folder)/\(TableIncrement.file)", replaces: replaces, sparing: inputs)
      try file.write(Array(line.utf8))
      try file.finish()
      try file.appear()
    }
    try StandardOutput.write(line)
  }

  /// Writes to standard output, after a check of the log, because written rows cannot be taken back.
  private func print(_ format: RowFormat) throws {
    try events.check()
    try replay(format) { _, bytes in try StandardOutput.write(bytes) }
  }

  /// Writes columns to standard output, after a check of the log.
  func printColumns() throws {
    try events.check()
    try replayColumns { try StandardOutput.write($0) }
  }

  /// Replays the log once and sends all tables as one stream of columns: some rows of a table after a line that names
  /// the table and says how many bytes follow.
  ///
  /// - Returns: the number of rows.
  @discardableResult
  func replayColumns(send: @escaping (borrowing [UInt8]) throws -> Void) throws -> Int {
    let rows = ColumnRows(of: Set(tables), properties: properties) { table, columns in
      var head = JSONWriter()
      head.line {
        $0.member("table", word: table)
        $0.member("bytes", columns.count)
      }
      try send(head.bytes)
      try send(columns)
    }
    return try rowReplay.send(rows, from: events)
  }

  /// A file for each table.
  private func files(_ output: String, ending: String) throws -> [AnalysisTable: WholeFile] {
    var files: [AnalysisTable: WholeFile] = [:]
    for (table, path) in try places(output, ending: ending) {
      files[table] = try WholeFile(path, replaces: replaces, sparing: inputs)
    }
    return files
  }

  /// The path of each table: one table goes into the named file, several into the named folder.
  func places(_ output: String, ending: String) throws -> [(table: AnalysisTable, path: String)] {
    var isFolder: ObjCBool = false
    let exists = FileManager.default.fileExists(atPath: output, isDirectory: &isFolder)
    if tables.count == 1, !isFolder.boolValue { return [(tables[0], try spared(output))] }
    if !exists { try WholeFolder.make(output, withParents: true) }
    return try tables.map { ($0, try spared(output + "/" + $0.rawValue + "." + ending)) }
  }

  /// The path, unless it is that of an input, which is never replaced.
  func spared(_ path: String) throws -> String {
    try WholeFile.spare(inputs, from: path)
    return path
  }
}

extension TableExport {
  /// Writes each table as Parquet with the tool.
  func writeParquet(to output: String) throws {
    let tool = try ParquetTool()
    let places = try places(output, ending: "parquet")
    for (_, path) in places { try WholeFile.check(path, replaces: replaces) }
    let folder = try WholeFolder(beside: output)
    let schema = folder.path + "/schema.json"
    try TablesSchema.json(of: tables, properties: properties).write(toFile: schema, atomically: false, encoding: .utf8)
    var rows = 0
    try tool.write(schema: schema, to: folder.path) { input in
      rows = try replayColumns { try input.writeAll(copy $0) }
    }
    for (table, path) in places { try folder.move("\(table.rawValue).parquet", to: path) }
    try tellIncrement(rows, in: output)
  }
}

/// A temporary folder beside the output. It is deleted with all files that were not moved out.
final class WholeFolder {
  let path: String

  init(beside place: String) throws {
    path = WholeFile.temporary(beside: place)
    try Self.make(path, withParents: false)
  }

  static func make(_ path: String, withParents: Bool) throws {
    do {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: withParents)
    } catch {
      throw LogFileError(
        ExportCode.cannotWrite, what: "The folder `\(path)` cannot be made.", file: path,
        why: error.localizedDescription,
        fix: "check the path and the permissions of the folder that it is in")
    }
  }

  /// Moves a file out of the folder. An existing file at the place is replaced.
  func move(_ name: String, to place: String) throws {
    try WholeFile.rename(path + "/" + name, to: place)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}

/// A table by its name on the command line, or all of them.
enum TableChoice: ExpressibleByArgument {
  case one(AnalysisTable)
  case all

  init?(argument: String) {
    if argument == "all" {
      self = .all
    } else if let table = AnalysisTable.allCases.first(where: { $0.rawValue == argument }) {
      self = .one(table)
    } else {
      return nil
    }
  }

  static var allValueStrings: [String] { AnalysisTable.allCases.map(\.rawValue) + ["all"] }

  var tables: [AnalysisTable] {
    switch self {
    case .one(let table): [table]
    case .all: AnalysisTable.allCases
    }
  }
}

/// The format of exported tables.
enum TableFileFormat: String, ExpressibleByArgument, CaseIterable {
  case csv, jsonl, parquet, sqlite, rows, columns

  /// True if several tables are written as one stream, to standard output.
  var isStream: Bool { self == .rows || self == .columns }
}
