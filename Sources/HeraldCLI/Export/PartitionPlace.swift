import Foundation
import HeraldLog
import HeraldQuestions

/// The place of an export by days: a folder for each table that is divided, a file for each other one.
struct PartitionPlace {
  let folder: String
  let tables: [AnalysisTable]
  let ending: String
  let replaces: Bool
  /// The files that the command reads. An export never replaces them.
  let inputs: [String]

  private var divided: [AnalysisTable] { tables.filter(PartitionDays.tables.contains) }
  private var whole: [AnalysisTable] { tables.filter { !PartitionDays.tables.contains($0) } }
  private func file(of table: AnalysisTable) -> String { "\(folder)/\(table.rawValue).\(ending)" }

  /// Throws where something is in the place that must not be replaced.
  func check() throws {
    var isFolder: ObjCBool = false
    if FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder), !isFolder.boolValue {
      throw LogFileError(
        ExportCode.fileExists, what: "`\(folder)` is there already.", file: folder,
        why: "it is a file, and tables by days go into a folder", fix: "choose another folder")
    }
    for table in whole {
      try WholeFile.spare(inputs, from: file(of: table))
      try WholeFile.check(file(of: table), replaces: replaces)
    }
    for table in divided { try check("\(folder)/\(table.rawValue)", of: table) }
  }

  /// An older export is replaced as a whole: a day that is not in the new one would be read together with it.
  private func check(_ path: String, of table: AnalysisTable) throws {
    guard (try? FileManager.default.attributesOfItem(atPath: path)) != nil else { return }
    guard replaces else {
      throw LogFileError(
        ExportCode.fileExists, what: "`\(path)` is there already.", file: path,
        why: "nothing is replaced unless that is asked for", fix: "choose another folder, or add --force")
    }
    guard let stranger = stranger(in: path, of: table) else { return }
    throw LogFileError(
      ExportCode.noRegularFile, what: "`\(path)` is not the folder of an export.", file: path,
      why: "`\(stranger)` is in it, and --force replaces a folder of exported tables alone",
      fix: "choose another folder, or move it away")
  }

  /// A path in an older export's folder that no export writes; nil where all are of an export.
  private func stranger(in path: String, of table: AnalysisTable) -> String? {
    let names = Set(["csv", "jsonl", "parquet"].map { "\(table.rawValue).\($0)" })
    guard let days = try? FileManager.default.contentsOfDirectory(atPath: path) else { return path }
    for day in days {
      let isDay = PartitionDays.allCases.contains { day.hasPrefix("\($0.key)=") }
      guard isDay, let files = try? FileManager.default.contentsOfDirectory(atPath: "\(path)/\(day)") else {
        return day
      }
      if let other = files.first(where: { !names.contains($0) }) { return "\(day)/\(other)" }
      if let read = files.first(where: { (try? WholeFile.spare(inputs, from: "\(path)/\(day)/\($0)")) == nil }) {
        return "\(day)/\(read)"
      }
    }
    return nil
  }

  /// Moves what was written into the place.
  func move(from made: WholeFolder) throws {
    for table in divided {
      let path = "\(folder)/\(table.rawValue)"
      // Aside, into the temporary folder, with which it is deleted.
      if FileManager.default.fileExists(atPath: path) {
        try WholeFile.rename(path, to: "\(made.path)/former-\(table.rawValue)")
      }
      try made.move(table.rawValue, to: path)
    }
    for table in whole { try made.move("\(table.rawValue).\(ending)", to: file(of: table)) }
  }
}
