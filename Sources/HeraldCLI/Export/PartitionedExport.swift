import Foundation
import Herald
import HeraldQuestions
import SystemPackage

extension TableExport {
  /// Writes events, decisions and prompts into a folder for each day, the other tables whole.
  ///
  /// The files are written in a temporary folder and moved when all rows are on the disk.
  func write(_ format: TableFileFormat, by days: PartitionDays, _ isSafeCSV: Bool, to output: String) throws {
    let isThere = FileManager.default.fileExists(atPath: output)
    let place = PartitionPlace(
      folder: output, tables: tables, ending: format.rawValue, replaces: replaces, inputs: inputs)
    try place.check()
    if increment != nil { try WholeFile.check("\(output)/\(TableIncrement.file)", replaces: replaces) }
    // A folder that is there may be on another disk than its parent.
    let temporary = isThere ? "\(output)/tables" : output
    let tool = try format == .parquet ? ParquetTool() : nil
    let parts = try PartFiles(
      in: WholeFolder(beside: temporary), by: days, ending: tool == nil ? format.rawValue : "columns")
    let rows: Int
    if tool == nil {
      let form: RowFormat = format == .jsonl ? .jsonl : isSafeCSV ? .safeCSV : .csv
      rows = try replay(by: days, to: parts) {
        TextRows(form, of: [$0], properties: properties, hasHeads: $1, send: $2)
      }
    } else {
      rows = try replay(by: days, to: parts) { table, _, send in
        ColumnRows(of: [table], properties: properties, send: send)
      }
    }
    let made = try tool.map { try writeParquet(of: parts, with: $0, beside: temporary) } ?? parts.folder
    try parts.sync(in: made, ending: format.rawValue)
    if !isThere { try WholeFolder.make(output, withParents: true) }
    try place.move(from: made)
    try tellIncrement(rows, in: output)
  }

  /// Replays the log in one thread, because the rows of a day come from all installations.
  ///
  /// - Returns: the number of rows.
  private func replay<Rows: SentRows>(
    by days: PartitionDays, to parts: PartFiles,
    make: @escaping (AnalysisTable, Bool, @escaping PartitionedRows<Rows>.Piece) -> Rows
  ) throws -> Int {
    let usual = try days == .localDate ? UsualDays(of: events, until: until) : nil
    let rows = PartitionedRows(of: Set(tables), usual: usual, make: make) { try parts.append(copy $1, to: $0) }
    // Events tell when the rows of other tables came.
    let read = Set(tables).union(days == .received ? [.events] : [])
    var written = try TableReplay(
      of: read, properties: properties, until: until, increment: increment
    ).rows(in: events, rows)
    try written.finish()
    return written.count
  }

  /// Writes one part after the other as Parquet, so that the tool has one file open, and all rows of it in few groups.
  private func writeParquet(of parts: PartFiles, with tool: ParquetTool, beside output: String) throws -> WholeFolder {
    let folder = try WholeFolder(beside: output + ".parquet")
    let schema = parts.folder.path + "/schema.json"
    try TablesSchema.json(of: tables, properties: properties).write(toFile: schema, atomically: false, encoding: .utf8)
    try tool.write(schema: schema, to: folder.path) { input in
      try parts.eachPiece { part, columns in
        var head = JSONWriter()
        head.line {
          $0.member("table", word: part.table)
          if let path = part.folder(by: parts.days) { $0.member("folder", path) }
          $0.member("bytes", columns.count)
        }
        try input.writeAll(head.bytes)
        try input.writeAll(columns)
      }
    }
    return folder
  }
}

/// The files of the parts while they are written.
///
/// A file is opened for each piece and closed after it, because a process may not have thousands of files open.
private final class PartFiles {
  let folder: WholeFolder
  let days: PartitionDays
  private let ending: String
  /// The lengths of the pieces in each file.
  private var pieces: [TablePartition: [Int]] = [:]
  private var order: [TablePartition] = []

  init(in folder: WholeFolder, by days: PartitionDays, ending: String) {
    (self.folder, self.days, self.ending) = (folder, days, ending)
  }

  private func path(of part: TablePartition, in root: WholeFolder, ending: String) -> String {
    let folder = part.folder(by: days).map { "\(root.path)/\($0)" } ?? root.path
    return "\(folder)/\(part.table.rawValue).\(ending)"
  }

  func append(_ bytes: [UInt8], to part: TablePartition) throws {
    let path = path(of: part, in: folder, ending: ending)
    if pieces[part] == nil {
      order.append(part)
      try WholeFolder.make(URL(fileURLWithPath: path).deletingLastPathComponent().path, withParents: true)
    }
    pieces[part, default: []].append(bytes.count)
    try naming(path) {
      let file = try FileDescriptor.open(
        FilePath(path), .writeOnly, options: [.create, .append], permissions: .ownerReadWriteOthersRead)
      try file.closeAfter { _ = try file.writeAll(bytes) }
    }
  }

  /// Reads the pieces again, the parts one after the other.
  func eachPiece(_ body: (TablePartition, [UInt8]) throws -> Void) throws {
    for part in order {
      let path = path(of: part, in: folder, ending: ending)
      let file = try naming(path) { try FileDescriptor.open(FilePath(path), .readOnly) }
      try file.closeAfter {
        for length in pieces[part] ?? [] {
          try body(part, try naming(path) { try file.read(exactly: length) })
        }
      }
      unlink(path)
    }
  }

  /// Waits until all files are on the disk.
  func sync(in root: WholeFolder, ending: String) throws {
    for part in order {
      let path = path(of: part, in: root, ending: ending)
      try naming(path) {
        let file = try FileDescriptor.open(FilePath(path), .readOnly)
        try file.closeAfter { if fsync(file.rawValue) != 0 { throw Errno(rawValue: errno) } }
      }
    }
  }

  private func naming<Result>(_ path: String, _ body: () throws -> Result) throws -> Result {
    do { return try body() } catch let error as Errno { throw WholeFile.error(error, path) }
  }
}

extension FileDescriptor {
  /// Reads bytes that are there.
  ///
  /// - Throws: `Errno.ioError` where the file ends before.
  fileprivate func read(exactly count: Int) throws -> [UInt8] {
    var filled = 0
    let bytes = try [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      while filled < count {
        let read = try read(
          into: UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[filled...]))
        if read == 0 { throw Errno.ioError }
        filled += read
      }
      initialized = filled
    }
    return bytes
  }
}
