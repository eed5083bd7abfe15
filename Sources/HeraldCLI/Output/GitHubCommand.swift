import Foundation
import Herald
import HeraldLog

/// Workflow commands of GitHub Actions, which make annotations of lines on standard output.
///
/// The escapes are the same as in GitHub's own toolkit (`actions/toolkit`, `packages/core/src/command.ts`).
enum GitHubCommand {
  /// One annotation, ended by a newline.
  ///
  /// - Parameters:
  ///   - level: `error`, `warning` or `notice`.
  ///   - properties: such as `file`, `line` and `title`; a nil value is left out.
  static func annotation(_ level: String, _ properties: KeyValuePairs<String, String?>, _ message: String) -> String {
    let list = properties.compactMap { name, value in value.map { "\(name)=\(property($0))" } }
    return "::\(level)\(list.isEmpty ? "" : " " + list.joined(separator: ","))::\(data(message))\n"
  }

  /// An annotation of an error at its place.
  static func annotation(_ error: Diagnostic, title: String) -> String {
    annotation(
      "error",
      [
        "file": error.file.flatMap(RepositoryPath.relative), "line": error.place.map { "\($0.line)" },
        "col": error.place.map { "\($0.column)" }, "title": "\(title) [\(error.code.name)]",
      ], "\(error.what)\nWhy: \(error.why)\nFix: \(error.fix)")
  }

  private static func data(_ text: String) -> String {
    text.replacing("%", with: "%25").replacing("\r\n", with: "%0D%0A").replacing("\r", with: "%0D")
      .replacing("\n", with: "%0A")
  }

  private static func property(_ text: String) -> String {
    data(text).replacing(":", with: "%3A").replacing(",", with: "%2C")
  }
}

/// A file's path as a hosting service names it: relative to the repository.
enum RepositoryPath {
  /// The folder that paths are relative to: `GITHUB_WORKSPACE` where the command runs in it, else the working folder.
  static let root: String = {
    let here = FileManager.default.currentDirectoryPath
    let workspace = ProcessInfo.processInfo.environment["GITHUB_WORKSPACE"] ?? ""
    guard !workspace.isEmpty, (here + "/").hasPrefix(folder(workspace)) else { return folder(here) }
    return folder(workspace)
  }()

  private static func folder(_ path: String) -> String { path.hasSuffix("/") ? path : path + "/" }

  /// The path below the repository; nil for a file elsewhere and for standard input.
  static func relative(_ name: String) -> String? {
    guard name != "-" else { return nil }
    let path = absolute(name)
    return path.hasPrefix(root) ? String(path.dropFirst(root.count)) : nil
  }

  static func absolute(_ name: String) -> String { URL(fileURLWithPath: name).standardizedFileURL.path }
}

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
