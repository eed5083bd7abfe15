import Foundation
import Herald
import HeraldLog

/// A page of the documentation that a command writes.
struct MarkdownPage {
  /// The file's name.
  let name: String
  let text: String

  /// - Throws: `LogFileError` where the folder cannot be made, or a page cannot be written.
  static func write(_ pages: [MarkdownPage], to folder: String) throws {
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      for page in pages {
        try Data(page.text.utf8).write(to: URL(fileURLWithPath: folder).appendingPathComponent(page.name))
      }
    } catch {
      throw LogFileError(
        .cannotWrite, what: "The pages cannot be written to `\(folder)`.", file: folder,
        why: "the system says: \(error.localizedDescription)", fix: "check the path and the permissions")
    }
  }
}

/// The documentation's page about a code.
enum CodePage {
  /// The page's name, which is also its address in the documentation, such as `Code-period`.
  static func name(of code: String) -> String { "Code-\(code)" }

  /// The address of a page for links from elsewhere: below the address in `HERALD_CODE_PAGES`, or a name without a place.
  static func address(of code: String) -> String {
    let pages = ProcessInfo.processInfo.environment["HERALD_CODE_PAGES"] ?? ""
    if pages.isEmpty { return "urn:herald:code:\(code)" }
    return "\(pages.hasSuffix("/") ? String(pages.dropLast()) : pages)/\(name(of: code)).md"
  }

  static func page(about code: String, _ meanings: [Diagnostic.Code]) -> MarkdownPage {
    MarkdownPage(name: "\(name(of: code)).md", text: text(about: code, meanings))
  }

  /// - Parameter meanings: the codes of that name, one for each kind.
  static func text(about code: String, _ meanings: [Diagnostic.Code]) -> String {
    let abstract = meanings.count == 1 ? meanings[0].explanation.means : "A code with \(meanings.count) meanings."
    let sections = meanings.map { code in
      let explanation = code.explanation
      return """
        ## \(heading(code.kind))

        \(meanings.count == 1 ? "" : explanation.means + "\n\n")- **When**: \(explanation.appears)
        - **What to do**: \(explanation.fix)

        """
    }
    return "# \(code)\n\n\(abstract)\n\n" + sections.joined(separator: "\n")
  }

  static func heading(_ kind: String) -> String { kind.prefix(1).uppercased() + kind.dropFirst() }
}
