import Foundation
import Herald
import HeraldLog

/// The folder of the demo: a policy and three logs, which the program has inside.
struct DemoFolder {
  /// The origin of the files that are answered from.
  enum Origin: String {
    /// All were written.
    case made
    /// Some were there already, as a run that was stopped leaves them.
    case completed
    /// All were there, and stay as they are.
    case found
  }

  /// The package of the app that the logs are about.
  static let app = "com.example.shop"

  static let policy = "policy.json"
  static let logs = ["anna.jsonl", "ben.jsonl", "fleet.jsonl"]

  /// The files by name, as `Tools/demo/generate` makes them of its story.
  static let files: [(name: String, bytes: [UInt8])] = [
    (policy, PackageResources.policy_json), (logs[0], PackageResources.anna_jsonl),
    (logs[1], PackageResources.ben_jsonl), (logs[2], PackageResources.fleet_jsonl),
  ]

  /// The folder's path, so that commands can name its files: it ends without a slash, and no option begins so.
  let path: String

  init(_ name: String) {
    let whole = name.hasPrefix("-") ? "./\(name)" : name
    var end = whole.endIndex
    while end > whole.startIndex, whole[whole.index(before: end)] == "/" { end = whole.index(before: end) }
    path = end == whole.startIndex ? whole : String(whole[..<end])
  }

  func file(_ name: String) -> String { "\(path)/\(name)" }

  /// Writes the files that are missing. Nothing else in the folder changes, and nothing outside of it.
  ///
  /// - Throws: `LogFileError` for a folder with other content, for which nothing is written; and where a file cannot be
  ///   written.
  func prepare() throws -> Origin {
    let entries = try entries()
    let missing = Self.files.filter { !entries.contains($0.name) }
    if missing.isEmpty { return .found }
    let leftovers = entries.filter(Self.isLeftover)
    let kept = entries.subtracting(leftovers)
    for entry in kept.sorted() { try checkOwn(entry) }
    do { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) } catch {
      throw LogFileError(
        ExportCode.cannotWrite, what: "The folder `\(path)` cannot be made.", file: path,
        why: "the system says: \(error.localizedDescription)", fix: "check the path and the permissions")
    }
    for leftover in leftovers { try? FileManager.default.removeItem(atPath: file(leftover)) }
    for (name, bytes) in missing {
      let whole = try WholeFile(file(name), replaces: false, sparing: [])
      try whole.write(bytes)
      try whole.finish()
      try whole.appear()
    }
    return kept.isEmpty ? .made : .completed
  }

  /// The names of what the folder has; empty for a folder that is not there.
  private func entries() throws -> Set<String> {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else { return [] }
    guard isFolder.boolValue else {
      throw refused(.demoFile, "`\(path)` is a file.", why: "the demo writes four files into a folder")
    }
    do { return Set(try FileManager.default.contentsOfDirectory(atPath: path)) } catch {
      throw LogFileError(
        FileCode.cannotRead, what: "The folder `\(path)` cannot be read.", file: path,
        why: "the system says: \(error.localizedDescription)", fix: "check the permissions")
    }
  }

  /// True for the temporary file of a run that was stopped while it wrote one of the files.
  private static func isLeftover(_ name: String) -> Bool {
    files.contains { file in
      name.hasPrefix(".\(file.name).") && name.hasSuffix(".part")
        && name.dropFirst(file.name.count + 2).dropLast(5).allSatisfy(\.isNumber)
    }
  }

  /// Throws for an entry that a run which was stopped does not leave.
  private func checkOwn(_ entry: String) throws {
    guard Self.files.contains(where: { $0.name == entry }) else {
      throw refused(
        .demoFolder, "`\(path)` is a folder with other files.",
        why: "it has `\(entry)`, which the demo has not, and nothing is written between other files")
    }
    guard isOriginal(entry) else {
      throw refused(
        .demoFolder, "`\(path)` is a folder with other files.",
        why: "it has not all files of the demo, and its `\(entry)` is not the demo's")
    }
  }

  /// True for a file that is byte for byte the demo's.
  func isOriginal(_ name: String) -> Bool {
    guard let own = Self.files.first(where: { $0.name == name }) else { return false }
    return FileManager.default.contents(atPath: file(name)) == Data(own.bytes)
  }

  /// The error where another process serves the demo.
  var served: LogFileError {
    LogFileError(
      DemoCode.demoServed, what: "The demo in `\(path)` has a server already.", file: path,
      why: "another process has its ledger open to write",
      fix: "open the address that it printed, or end it; `herald demo \(free.shellQuoted) --serve` starts another one")
  }

  /// A folder that is not there yet.
  private var free: String {
    (2...).lazy.map { "\(path)-\($0)" }.first { !FileManager.default.fileExists(atPath: $0) } ?? "\(path)-2"
  }

  private func refused(_ code: DemoCode, _ what: String, why: String) -> LogFileError {
    LogFileError(
      code, what: what, file: path, why: why,
      fix: "name a folder that is not there yet: `herald demo \(free.shellQuoted)`")
  }
}

/// The reasons why there can be no demo in a folder.
enum DemoCode: String, ExplainedCode {
  case demoFolder, demoFile, demoServed

  static let kind = "trouble with the folder of a demo (`demo`)"

  var explanation: CodeExplanation {
    switch self {
    case .demoFolder:
      CodeExplanation(
        "The folder has other files than those of a demo.",
        when: "It lacks a file of the demo, and has one that is not the demo's.",
        fix: "Name a folder that is empty or not there yet.")
    case .demoFile:
      CodeExplanation(
        "A file stands where the demo's folder would be.",
        when: "The demo writes four files into a folder.",
        fix: "Name a folder that is empty or not there yet.")
    case .demoServed:
      CodeExplanation(
        "The demo has a server already.",
        when: "`--serve` is asked for while another process has the demo's ledger open to write.",
        fix: "Open the address that the other one printed, or end it first.")
    }
  }
}
