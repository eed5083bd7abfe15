import ArgumentParser
import Herald
import HeraldCorpus
import HeraldFetch
import HeraldFormats
import HeraldInbox
import HeraldLog
import HeraldQuestions
import HeraldRuntime
import HeraldServer

struct ExplainCodeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain-code",
    abstract: "Explains a stable code: what it means, when it appears, what to do. Without one, names them all.",
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
    let groups = CodeGroup.all.map { "\(style.bold($0.name))\n  \($0.codes.map(\.name).joined(separator: ", "))\n" }
    return groups.joined(separator: "\n")
      + "\n`herald explain-code CODE` says what one means, when it appears, and what to do about it.\n"
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

/// The codes of one kind. Two kinds may have codes of the same name with different meanings.
struct CodeGroup {
  /// The kind of the codes, such as `reason of a decision`.
  let name: String
  /// The enumerations of codes, each of one module.
  let lists: [any ExplainedCode.Type]

  var codes: [Diagnostic.Code] { lists.flatMap { $0.allCodes } }

  /// The codes of all modules, in the order in which they are listed. A new enumeration of codes needs a line here; a
  /// new code of an enumeration needs none.
  static let all: [CodeGroup] = [
    CodeGroup(DecisionReason.self),
    CodeGroup(RuleTest.self),
    CodeGroup(WhyAgain.Reason.self),
    CodeGroup(Obstacle.Word.self),
    CodeGroup(AuditVerdict.self),
    CodeGroup(CaseVerdict.self),
    CodeGroup(EditVerdict.self),
    CodeGroup(IgnoredEvent.self),
    CodeGroup(RefusalReason.self),
    CodeGroup(ComparisonCode.self),
    CodeGroup(DocumentCode.self),
    CodeGroup(LintCode.self),
    CodeGroup(ReachCode.self),
    CodeGroup(LineCode.self, LogCode.self),
    CodeGroup(LedgerCode.self, HeadCode.self),
    CodeGroup(FetchCode.self),
    CodeGroup(FileCode.self, QuestionCode.self),
    CodeGroup(ConditionCode.self),
    CodeGroup(CorpusCode.self),
    CodeGroup(ExportCode.self),
    CodeGroup(ReportCode.self),
    CodeGroup(EffectCode.self),
    CodeGroup(PromiseCode.self),
    CodeGroup(AssumptionCode.self),
    CodeGroup(AnalyzeCode.self),
    CodeGroup(TrustCode.self),
    CodeGroup(RedactionCode.self),
    CodeGroup(PropertyCode.self),
    CodeGroup(PhoneCode.self),
    CodeGroup(DemoCode.self),
    CodeGroup(AppCode.self, InboxCode.self),
    CodeGroup(UploadCode.self),
    CodeGroup(SendingCode.self),
    CodeGroup(ServerCode.self),
    CodeGroup(CopyCode.self),
  ]

  /// - Parameter more: enumerations of other modules with codes of the same kind.
  private init(_ list: any ExplainedCode.Type, _ more: any ExplainedCode.Type...) {
    name = list.kind
    lists = [list] + more
  }

  /// The names of all codes, each once.
  static var names: [String] { Set(all.flatMap(\.codes).map(\.name)).sorted() }

  /// The codes with a name, one for each kind; empty for an unknown name.
  static func meanings(of name: String) -> [Diagnostic.Code] { all.flatMap(\.codes).filter { $0.name == name } }
}

/// The documentation's pages about codes, with the explanations that `herald explain-code` prints.
enum CodePages {
  /// The page that lists all codes, then one page for each name.
  static var all: [MarkdownPage] {
    [MarkdownPage(name: "Codes.md", text: list)]
      + CodeGroup.names.map { CodePage.page(about: $0, CodeGroup.meanings(of: $0)) }
  }

  private static var list: String {
    let groups = CodeGroup.all.map { group in
      "### \(CodePage.heading(group.name))\n\n" + group.codes.map { "- <doc:\(CodePage.name(of: $0.name))>\n" }.joined()
    }
    return """
      # Codes

      Every reason, test, refusal, finding and error has a code that stays, and each code has a page.

      `herald explain-code CODE` says the same in a terminal, and `herald explain-code --pages FOLDER` writes these pages.

      ## Topics

      \(groups.joined(separator: "\n"))
      """
  }

  /// - Throws: `LogFileError` where the folder cannot be made, or a page cannot be written.
  static func write(to folder: String) throws { try MarkdownPage.write(all, to: folder) }
}
