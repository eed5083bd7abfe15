import ArgumentParser
import Foundation
import Herald
import HeraldLog
import HeraldQuestions
import SystemPackage

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
  /// The properties that are added as columns.
  let properties: PropertyColumns

  /// Replays the log once and sends the rows as text. Several threads make the rows of a ledger.
  ///
  /// - Parameter hasHeads: true to begin each table with its header, where the format has one.
  func replay(
    _ format: RowFormat, hasHeads: Bool = true, send: @escaping (AnalysisTable, borrowing [UInt8]) throws -> Void
  ) throws {
    let rows = TextRows(format, of: Set(tables), properties: properties, hasHeads: hasHeads, send: send)
    try TableReplay(of: Set(tables), properties: properties, until: until, jobs: jobs)
      .send(rows, as: format, from: events)
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
    try SQLiteRows.make(file.temporary, named: output, tables: Set(tables), properties: properties) { rows in
      _ = try TableReplay(of: Set(tables), properties: properties, until: until).rows(in: events, rows)
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

extension TableExport {
  /// Writes each table as Parquet with the tool.
  func writeParquet(to output: String) throws {
    let tool = try ParquetTool()
    let places = try places(output, ending: "parquet")
    for (_, path) in places { try WholeFile.check(path, replaces: replaces) }
    let folder = try WholeFolder(beside: output)
    let schema = folder.path + "/schema.json"
    try TablesSchema.json(of: tables, properties: properties).write(toFile: schema, atomically: false, encoding: .utf8)
    try tool.write(schema: schema, to: folder.path) { input in
      try replayPieces { try input.writeAll(copy $0) }
    }
    for (table, path) in places { try folder.move("\(table.rawValue).parquet", to: path) }
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
    guard rename(path + "/" + name, place) == 0 else {
      throw WholeFile.error(Errno(rawValue: errno), place)
    }
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
    } else if let table = AnalysisTable(rawValue: argument) {
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
  case csv, jsonl, parquet, sqlite, rows, pieces

  /// True if several tables are written as one stream, to standard output.
  var isStream: Bool { self == .rows || self == .pieces }
}
