import Foundation
import Herald
import HeraldLog
import SystemPackage

/// The destination of a report's pages. They appear when all are made.
enum ReportOutput {
  case standardOutput
  case file(WholeFile)
  case folder(PageFolder)

  /// - Parameters:
  ///   - output: `-`, a file, or a folder.
  ///   - inputs: the logs. They are never replaced.
  /// - Throws: ``LogFileError`` where something exists that must not be replaced.
  init(_ output: String, replaces: Bool, sparing inputs: [String]) throws {
    if output == "-" {
      self = .standardOutput
    } else if PageFolder.isMeant(by: output) {
      self = .folder(try PageFolder(output, replaces: replaces))
    } else {
      self = .file(try WholeFile(output, replaces: replaces, sparing: inputs))
    }
  }

  /// The name of a folder's first page.
  static let index = "index.html"

  /// The file in which a reader begins, as the user named it; nil for standard output.
  func firstFile(_ output: String) -> String? {
    switch self {
    case .standardOutput: nil
    case .file: output
    case .folder: output + (output.hasSuffix("/") ? "" : "/") + Self.index
    }
  }

  /// Writes the page in which a reader begins, and lets all pages appear.
  func finish(with page: String) throws {
    switch self {
    case .standardOutput: try StandardOutput.write(page)
    case .file(let file):
      try file.write(Array(page.utf8))
      try file.finish()
      try file.appear()
    case .folder(let folder):
      try folder.write(page, to: Self.index)
      try folder.appear()
    }
  }

  /// The name of an installation's page, such as `device-02-bob-pixel.html`.
  ///
  /// - Parameter number: its place among the pages, from 1, which keeps equal names apart.
  static func name(of source: ExactString, number: Int) -> String {
    let words = source.string.unicodeScalars.split { !$0.isASCII || !$0.properties.isAlphabetic && !("0"..."9" ~= $0) }
    let name = words.map(String.init).joined(separator: "-").suffix(32).drop { $0 == "-" }
    return "device-\(number < 10 ? "0" : "")\(number)\(name.isEmpty ? "" : "-")\(name).html"
  }
}

/// A folder of pages that appears whole or not at all. It never replaces a file that no report wrote.
final class PageFolder {
  /// The folder, without links in its path.
  let path: String
  private let replaces: Bool
  private let temporary: String
  private var isMade = false

  /// True if an output is a folder: it exists as a folder, or its path ends with a slash.
  static func isMeant(by output: String) -> Bool {
    var isFolder: ObjCBool = false
    return output.hasSuffix("/")
      || (FileManager.default.fileExists(atPath: output, isDirectory: &isFolder) && isFolder.boolValue)
  }

  /// - Parameter replaces: true to replace the pages of an earlier report.
  /// - Throws: ``LogFileError`` where the folder has files that must not be replaced.
  init(_ output: String, replaces: Bool) throws {
    path = URL(fileURLWithPath: output).standardizedFileURL.resolvingSymlinksInPath().path
    self.replaces = replaces
    temporary = WholeFile.temporary(beside: path)
    try check()
  }

  /// Writes a page to the temporary folder.
  func write(_ page: String, to name: String) throws {
    if !isMade {
      guard mkdir(temporary, 0o755) == 0 else { throw WholeFile.error(Errno(rawValue: errno), path) }
      isMade = true
    }
    let file = try WholeFile(temporary + "/" + name, replaces: false, sparing: [])
    try file.write(Array(page.utf8))
    try file.finish()
    try file.appear()
  }

  /// Renames the folder to its final path; the pages of an earlier report are removed only then.
  func appear() throws {
    try check()
    let aside = temporary + ".old"
    let hasPages = try !files().isEmpty
    if hasPages { try move(path, to: aside) }
    do { try move(temporary, to: path) } catch {
      if hasPages { try? move(aside, to: path) }
      throw error
    }
    isMade = false
    if hasPages { try? FileManager.default.removeItem(atPath: aside) }
  }

  private func move(_ old: String, to new: String) throws {
    guard rename(old, new) == 0 else { throw WholeFile.error(Errno(rawValue: errno), path) }
  }

  /// The names of the files in the folder; empty where it does not exist.
  private func files() throws -> [String] {
    guard FileManager.default.fileExists(atPath: path) else { return [] }
    do { return try FileManager.default.contentsOfDirectory(atPath: path).sorted() } catch {
      throw LogFileError(
        ExportCode.cannotWrite, what: "`\(path)` cannot be written.", file: path, why: "it is not a folder",
        fix: "name a folder, or a file without a slash at its end")
    }
  }

  private func check() throws {
    let files = try files()
    if let foreign = files.first(where: { !isPage($0) }) {
      throw LogFileError(
        ReportCode.foreignFiles, what: "`\(path)` has files that no report wrote, such as `\(foreign)`.", file: path,
        why: "the folder is replaced as a whole", fix: "name another folder, or move the files away")
    }
    guard files.isEmpty || replaces else {
      throw LogFileError(
        ExportCode.fileExists, what: "`\(path)` has the pages of a report already.", file: path,
        why: "nothing is replaced unless that is asked for", fix: "choose another name, or add --force")
    }
  }

  /// True if a file of the folder is a page that a report wrote.
  private func isPage(_ name: String) -> Bool {
    guard name.hasSuffix(".html"), let file = FileHandle(forReadingAtPath: path + "/" + name) else { return false }
    defer { try? file.close() }
    let start = (try? file.read(upToCount: 2048)) ?? Data()
    return String(decoding: start, as: UTF8.self).contains(#"<meta name="generator" content="herald report">"#)
  }

  deinit {
    if isMade { try? FileManager.default.removeItem(atPath: temporary) }
  }
}

/// Trouble with the pages of a report, beyond the trouble with any file.
enum ReportCode: String, ExplainedCode {
  case foreignFiles, noBrowser

  static let kind = "trouble with the pages of a report (`report`)"

  var explanation: CodeExplanation {
    switch self {
    case .foreignFiles:
      CodeExplanation(
        "The folder has files that no report wrote.",
        when: "A report would replace the folder. `--force` replaces only the pages of an earlier report.",
        fix: "Name another folder, or move the files away.")
    case .noBrowser:
      CodeExplanation(
        "The page was written, but no program opened it.",
        when: "`--open` was given, and `open` (macOS) or `xdg-open` (Linux) is missing or failed.",
        fix: "Open the page in a browser yourself.")
    }
  }
}
