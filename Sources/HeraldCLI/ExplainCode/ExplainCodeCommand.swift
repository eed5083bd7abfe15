import ArgumentParser
import Herald
import HeraldQuestions
import HeraldFormats

struct ExplainCodeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain-code",
    abstract: "Explains a stable code: what it means, when it appears, what to do. Without one, lists them all.",
    discussion: """
      Codes are the reasons of decisions, the tests of rules, the obstacles of why --not, why documents are refused, \
      and what stands in brackets in every error, warning and note. A code may mean several things; each is explained.

      Example:
        herald explain-code period
        herald explain-code
        herald explain-code --pages docs/codes
      """)

  @Argument(
    help: ArgumentHelp("Such as period, alreadyVisible or rollback.", valueName: "code"),
    completion: .list(CodeGroup.names))
  var code: String?

  @Option(
    help: ArgumentHelp(
      "Write a page in Markdown for each code into this folder, and one that lists them.", valueName: "folder"),
    completion: .directory)
  var pages: String?

  @OptionGroup var output: OutputOptions

  func validate() throws {
    if pages != nil, code != nil { throw ValidationError("--pages writes the pages of all codes. Leave the code out.") }
  }

  func run() throws {
    if let pages { return try Failure.telling { try CodePages.write(to: pages) } }
    guard let code else { return try print(json: lines(CodeGroup.all), words: list(.output)) }
    let found = CodeGroup.meanings(of: code)
    guard !found.isEmpty else { throw unknown(code) }
    try print(
      json: found.map(json).joined(), words: found.map { words($0, .output) }.joined(separator: "\n"))
  }

  private func print(json: @autoclosure () -> String, words: @autoclosure () -> String) throws {
    try output.isJSON ? StandardOutput.write(json()) : StandardOutput.say(words())
  }

  private func unknown(_ code: String) -> ValidationError {
    let meant = Spelling.nearest(to: code, among: Set(CodeGroup.names)).map { " Did you mean '\($0)'?" } ?? ""
    return ValidationError("The code '\(code)' is not known.\(meant) `herald explain-code` lists all.")
  }

  private func words(_ code: Diagnostic.Code, _ style: Style) -> String {
    let explanation = code.explanation
    return """
      \(style.bold(code.name))  \(style.dim(code.kind))
        \(explanation.means)
        \(style.dim("when")) \(explanation.appears)
        \(style.dim("fix ")) \(explanation.fix)

      """
  }

  private func list(_ style: Style) -> String {
    CodeGroup.all.map { group in
      let width = group.codes.map(\.name.count).max() ?? 0
      return ([style.bold(group.name)] + group.codes.map { "  \($0.name.padded(to: width))  \($0.explanation.means)" })
        .joined(separator: "\n") + "\n"
    }.joined(separator: "\n")
  }

  private func lines(_ groups: [CodeGroup]) -> String { groups.flatMap(\.codes).map(json).joined() }

  private func json(_ code: Diagnostic.Code) -> String {
    var output = JSONWriter()
    let explanation = code.explanation
    output.object {
      $0.member("code", code.name)
      $0.member("kind", code.kind)
      $0.member("means", explanation.means)
      $0.member("appears", explanation.appears)
      $0.member("fix", explanation.fix)
    }
    return output.string + "\n"
  }
}
