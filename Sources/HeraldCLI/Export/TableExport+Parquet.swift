import Foundation
import HeraldLog
import HeraldQuestions
import SystemPackage

extension TableExport {
  /// Writes each table as Parquet with the tool.
  func writeParquet(to output: String) throws {
    let tool = try ParquetTool()
    let places = try places(output, ending: "parquet")
    for (_, path) in places { try WholeFile.check(path, replaces: replaces) }
    let folder = try WholeFolder(beside: output)
    let schema = folder.path + "/schema.json"
    try TablesSchema.json(of: tables).write(toFile: schema, atomically: false, encoding: .utf8)
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
