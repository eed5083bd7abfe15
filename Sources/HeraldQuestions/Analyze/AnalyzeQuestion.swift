public import Herald
import HeraldFormats
import HeraldLog

/// A question about every device that there could be: can each rule of a document ever be shown (`herald analyze`)?
///
/// ```swift
/// let answer = try AnalyzeQuestion(document, named: "policy.json").answer()
/// for rule in answer.rules { print(rule.rule.id, rule.verdict) }
/// ```
///
/// Properties, draws, times, triggers and operations are free, and clocks have the offsets -12:00 to +14:00. The
/// history is that of an app that does what is decided, under this document alone, and no push has arrived. A rule
/// that is said to be shown is proved by a log, and a rule that is said to be never shown by classes that cover every
/// device. A rule that neither proves is not decided, and the answer says why.
public struct AnalyzeQuestion: Sendable {
  /// The document, with the address and store page that fetches name.
  public var document: Document
  /// The document's name in answers.
  public var file: String
  /// The moment from which time counts; nil for all time.
  public var start: Timestamp?
  /// The devices that count; nil for all.
  public var assumption: DeviceAssumption?
  /// Number of threads that may work on a ledger.
  public var jobs = 1

  /// Asks about a document.
  ///
  /// - Parameters:
  ///   - document: the document.
  ///   - file: its name in answers.
  public init(_ document: Document, named file: String) {
    self.document = document
    self.file = file
  }

  /// Answers from the document alone.
  ///
  /// - Throws: ``LogRefused`` where the document is refused; ``AssumptionRefused`` where no device of its app meets the
  ///   assumption.
  public func answer() throws -> AnalyzeAnswer { try AnalysisWork.bounded { try answerWithin() } }

  private func answerWithin() throws -> AnalyzeAnswer {
    let (policy, leftOut) = try document.reading(named: file)
    let scope = try AnalyzeScope(from: start, assuming: assumption, of: [policy])
    var search = WitnessSearch(DocumentDevices(policy, document, within: scope))
    var rules = policy.rules.indices.map { search.rule($0) }
    let pairs = search.pairs()
    for (index, answer) in rules.enumerated() {
      guard case .notDecided = answer.verdict, let pair = pairs.first(where: { $0.winner == index }) else {
        continue
      }
      rules[index] = search.shown(answer.rule, pair.witness)
    }
    let (withoutText, nowhere) = (search.withoutText(), search.leadingNowhere(rules))
    return AnalyzeAnswer(
      file: file, rules: rules, pairs: pairs, withoutText: withoutText, leadingNowhere: nowhere,
      assumption: assumption, limit: AnalysisWork.limit ?? search.limitOfPairs,
      leftOut: leftOut)
  }
}

/// The answer for a document: each rule, and what is probably not meant so.
public struct AnalyzeAnswer: LogAnswer {
  /// A rule and the answer whether it can be shown.
  public struct RuleAnswer: Sendable {
    /// The rule.
    public let rule: Rule
    /// The answer.
    public internal(set) var verdict: Verdict
    /// The lowest version that ends a force or an exit, on the device of its log; nil for another rule, where no
    /// version ends it, and where a version code decides.
    public internal(set) var endedBy: String?
    /// True if no version of the app ends the force or the exit on the device of its log.
    public internal(set) var isUnending = false
    /// The kind as which the log shows the rule; its own where none does.
    ///
    /// A rule may show another kind than its own: a force for a large change of the version.
    package internal(set) var shownKind: PromptKind

    init(rule: Rule, verdict: Verdict) {
      (self.rule, self.verdict, shownKind) = (rule, verdict, rule.kind)
    }

    /// The log that shows it; nil where it is not shown.
    public var witness: AnalyzeWitness? { if case .shown(let witness) = verdict { witness } else { nil } }
  }

  /// The answer whether a rule can be shown.
  public enum Verdict: Sendable {
    case shown(AnalyzeWitness)
    case never(Reason)
    /// The limit that was met, as a clause.
    case notDecided(String)
  }

  /// The reason why a rule is never shown.
  public enum Reason: Sendable {
    /// Earlier rules are shown in its place on each device and occasion: the fewest that are enough, where the work of
    /// the answer is enough to find them.
    case covered([ExactString])
    /// Its own tests contradict each other.
    case contradiction
  }

  /// Two rules that both pass their tests on a device.
  public struct Pair: Sendable {
    /// The earlier rule, which is shown.
    public let wins: Rule
    /// The later rule.
    public let loses: Rule
    /// The place of the earlier rule in the document. Rules of several systems may have one id.
    let winner: Int
    /// The log.
    public let witness: AnalyzeWitness
  }

  /// The document's name.
  public let file: String
  /// The rules, in document order.
  public let rules: [RuleAnswer]
  /// The pairs of rules that both apply to some device.
  public let pairs: [Pair]
  /// The rules whose tests all pass but the text, each with a log.
  public let withoutText: [(rule: Rule, witness: AnalyzeWitness)]
  /// The forces and exits without a destination that the device opens, each with a log.
  public let leadingNowhere: [(rule: Rule, witness: AnalyzeWitness)]
  /// The devices that the answer speaks of; nil for all.
  public let assumption: DeviceAssumption?
  /// The reason why pairs and findings may be missing, as a clause; nil if none are.
  public let limit: String?
  /// The number of findings in the document that leave out a rule, or a part of a rule.
  public let leftOut: Int

  /// The number of rules that are shown, never shown, and not decided.
  public var counts: (shown: Int, never: Int, notDecided: Int) {
    rules.reduce(into: (0, 0, 0)) { counts, rule in
      switch rule.verdict {
      case .shown: counts.0 += 1
      case .never: counts.1 += 1
      case .notDecided: counts.2 += 1
      }
    }
  }
}
