import Herald
import HeraldFetch
import HeraldFormats
import HeraldLog
import HeraldRuntime

/// Codes of one kind; a word may mean one thing as one kind and another thing as another.
struct CodeGroup {
  /// What the codes are, such as `reason of a decision`.
  let name: String
  /// Of one module each.
  let lists: [any ExplainedCode.Type]

  var codes: [Diagnostic.Code] { lists.flatMap { $0.allCodes } }

  /// The codes of all modules, in the order in which they are listed. A new list of codes is a line here; a new code of
  /// a list is in it.
  static let all: [CodeGroup] = [
    CodeGroup(DecisionReason.self),
    CodeGroup(RuleTest.self),
    CodeGroup(WhyAgain.Reason.self),
    CodeGroup(Obstacle.Word.self),
    CodeGroup(AuditVerdict.self),
    CodeGroup(RefusalReason.self),
    CodeGroup(ComparisonCode.self),
    CodeGroup(DocumentCode.self),
    CodeGroup(LintCode.self),
    CodeGroup(ReachCode.self),
    CodeGroup(LineCode.self, LogCode.self),
    CodeGroup(LedgerCode.self, HeadCode.self),
    CodeGroup(FetchCode.self),
    CodeGroup(FileCode.self, QuestionCode.self),
    CodeGroup(ExportCode.self),
    CodeGroup(RedactionCode.self),
    CodeGroup(PhoneCode.self),
    CodeGroup(AppCode.self),
  ]

  /// - Parameter more: lists of other modules that are of the same kind.
  private init(_ list: any ExplainedCode.Type, _ more: any ExplainedCode.Type...) {
    name = list.kind
    lists = [list] + more
  }

  /// What a code means, by kind; empty for an unknown one.
  static func meanings(of name: String) -> [Diagnostic.Code] { all.flatMap(\.codes).filter { $0.name == name } }
}
