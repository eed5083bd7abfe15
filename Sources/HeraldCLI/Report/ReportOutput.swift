import Foundation
import Herald
import HeraldLog

/// The destination of a report's pages. They appear when all are made.
enum ReportOutput {
  case standardOutput
  case file(WholeFile)
  case folder(PageFolder)

  /// - Parameter output: `-`, a file, or a folder.
  /// - Throws: ``LogFileError`` where something exists that must not be replaced.
  init(_ output: String, replaces: Bool) throws {
    if output == "-" {
      self = .standardOutput
    } else if PageFolder.isMeant(by: output) {
      self = .folder(try PageFolder(output, replaces: replaces))
    } else {
      self = .file(try WholeFile(output, replaces: replaces))
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
