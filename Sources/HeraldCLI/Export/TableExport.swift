import ArgumentParser
import Foundation
import Herald
import HeraldQuestions
import HeraldLog

/// Writes the tables of a log into files.
struct TableExport {
  let events: LoggedEvents
  let tables: [AnalysisTable]
  let until: ReplayLimit?
  /// A file, a folder, or nil for standard output.
  let output: String?
  let replaces: Bool
  /// The most threads that replay a ledger.
  let jobs: Int

  /// Replays the log once and sends the rows as text. Several threads make the rows of a ledger.
  ///
  /// - Parameter hasHeads: true to begin each table with its header, where the format has one.
  func replay(
    _ format: RowFormat, hasHeads: Bool = true, send: @escaping (AnalysisTable, borrowing [UInt8]) throws -> Void
  ) throws {
    let rows = TextRows(format, of: Set(tables), hasHeads: hasHeads, send: send)
    try TableReplay(of: Set(tables), until: until, jobs: jobs).send(rows, as: format, from: events)
  }

  /// Writes each table as text.
  func write(_ format: RowFormat) throws {
    guard let output else { return try print(format) }
    let files = try files(output, ending: format == .csv || format == .safeCSV ? "csv" : "jsonl")
    try replay(format) { table, bytes in try files[table]?.write(bytes) }
    for file in files.values { try file.finish() }
    for file in files.values { try file.appear() }
  }

  /// Makes one SQLite file of all tables.
  func writeSQLite(to output: String) throws {
    let file = try WholeFile(try spared(output), replaces: replaces)
    try SQLiteRows.make(file.temporary, named: output, tables: Set(tables)) { rows in
      _ = try TableReplay(of: Set(tables), until: until).rows(in: events, rows)
    }
    try file.finish()
    try file.appear()
  }

  /// Writes to standard output, after a check of the log, because written rows cannot be taken back.
  private func print(_ format: RowFormat) throws {
    try events.check()
    try replay(format) { _, bytes in try StandardOutput.write(bytes) }
  }

  /// Writes pieces to standard output, after a check of the log.
  func printPieces() throws {
    try events.check()
    try replayPieces { try StandardOutput.write($0) }
  }

  /// Replays the log once and sends the rows of all tables as one stream: pieces of whole rows in CSV without a header,
  /// each behind a line that names its table and says how many bytes it has. So a reader does not look at each row to
  /// find its table. Bench row 11d: two thirds of the time with rows in JSON.
  func replayPieces(send: @escaping (borrowing [UInt8]) throws -> Void) throws {
    try replay(.csv, hasHeads: false) { table, rows in
      var head = JSONWriter()
      head.line {
        $0.member("table", word: table)
        $0.member("bytes", rows.count)
      }
      try send(head.bytes)
      try send(rows)
    }
  }

  /// A file for each table.
  private func files(_ output: String, ending: String) throws -> [AnalysisTable: WholeFile] {
    var files: [AnalysisTable: WholeFile] = [:]
    for (table, path) in try places(output, ending: ending) {
      files[table] = try WholeFile(path, replaces: replaces)
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

  /// The path, unless it is the log's own, which is never replaced.
  func spared(_ path: String) throws -> String {
    func place(_ path: String) -> URL { URL(fileURLWithPath: path).resolvingSymlinksInPath() }
    guard !events.name.paths.contains(where: { place($0) == place(path) }) else {
      throw LogFileError(
        ExportCode.outputIsLog, what: "`\(path)` is the log that is read.", file: path,
        why: "its tables would take its place", fix: "choose another name")
    }
    return path
  }
}
