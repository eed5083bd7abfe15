import Herald
import HeraldQuestions
import HeraldCorpus
import HeraldFetch
import HeraldFormats
import HeraldInbox
import HeraldLog
import HeraldRuntime
import HeraldServer

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
    CodeGroup(CorpusCode.self),
    CodeGroup(ExportCode.self),
    CodeGroup(ReportCode.self),
    CodeGroup(EffectCode.self),
    CodeGroup(TrustCode.self),
    CodeGroup(RedactionCode.self),
    CodeGroup(PropertyCode.self),
    CodeGroup(PhoneCode.self),
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
