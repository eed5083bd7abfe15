import Foundation
import Herald
import HeraldLog

/// The summary of a step in GitHub Actions: Markdown at the end of the file that `GITHUB_STEP_SUMMARY` names.
enum StepSummary {
  /// Appends a text, where the variable is set.
  ///
  /// - Throws: `LogFileError` where the file cannot be written.
  static func append(_ markdown: String) throws {
    guard let path = ProcessInfo.processInfo.environment["GITHUB_STEP_SUMMARY"], !path.isEmpty else { return }
    do {
      if !FileManager.default.fileExists(atPath: path) { try Data().write(to: URL(fileURLWithPath: path)) }
      let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
      defer { try? file.close() }
      try file.seekToEnd()
      try file.write(contentsOf: Data(markdown.utf8))
    } catch {
      throw LogFileError(
        .cannotWrite, what: "The step's summary cannot be written.", file: path,
        why: "the system says: \(error.localizedDescription)", fix: "check GITHUB_STEP_SUMMARY, or unset it")
    }
  }

  /// A text of a log or document for a line of Markdown: nothing in it is markup.
  static func escaped(_ text: String) -> String {
    text.shown.reduce(into: "") { result, character in
      switch character {
      case "<": result += "&lt;"
      case "&": result += "&amp;"
      case "\\", "`", "*", "_", "[", "]", "|", "~", "#", "@": result += "\\" + String(character)
      default: result.append(character)
      }
    }
  }

  /// A block of code. Its fence is longer than any run of backticks in it.
  static func block(_ text: String, language: String) -> String {
    let longest = text.split { $0 != "`" }.map(\.count).max() ?? 0
    let fence = String(repeating: "`", count: max(3, longest + 1))
    return "\(fence)\(language)\n\(text.hasSuffix("\n") ? text : text + "\n")\(fence)\n"
  }
}
