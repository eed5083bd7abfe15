import Foundation
import Herald
import HeraldLog
import HeraldQuestions

/// The folder of a sample: a case of a corpus for each log.
struct SampleFolder {
  /// The path as the command line names it.
  let path: String

  /// Throws where the folder has something already: kept logs are never replaced.
  ///
  /// - Throws: ``LogFileError``.
  func check() throws {
    let found = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    var isFolder: ObjCBool = false
    let isThere = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
    guard isThere, !isFolder.boolValue || !found.isEmpty else { return }
    throw LogFileError(
      ExportCode.fileExists, what: "`\(path)` is there already.", file: path,
      why: isFolder.boolValue ? "it is not empty, and a kept log is never replaced" : "it is a file, and no folder",
      fix: "give -o another folder")
  }

  /// Writes `log.jsonl` and `case.json` of each log.
  ///
  /// - Throws: ``LogFileError`` where they cannot be written.
  func write(_ logs: [SampledLog]) throws {
    try make(path)
    for log in logs {
      let folder = "\(path)/\(log.name)"
      try make(folder)
      try put("\(folder)/log.jsonl", log.text)
      try put("\(folder)/case.json", log.about)
    }
  }

  private func make(_ folder: String) throws {
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    } catch {
      throw LogFileError(
        FileCode.cannotWrite, what: "The folder `\(folder)` cannot be made.", file: folder,
        why: "the system says: \(error.localizedDescription)", fix: "check the path and its permissions")
    }
  }

  private func put(_ path: String, _ text: String) throws {
    let file = try WholeFile(path, replaces: false, sparing: [])
    try file.write(Array(text.utf8))
    try file.finish()
    try file.appear()
  }
}
