public import Herald

/// The reasons why a prompt was shown again: the showings before, and for each test that limits repetition, the reason
/// why it let the prompt through.

///
/// ```swift
/// if let again = WhyAgain(Explanation(question, in: state), after: showings) {
///   for pass in again.passes { print(pass.test, pass.reason) }
/// }
/// ```
public struct WhyAgain: Sendable {
  /// The decision that shows the prompt, explained.
  public let explanation: Explanation
  /// The prompt that is shown again.
  public let prompt: Prompt
  /// The earlier showings, in the order of the stream; empty for the first time.
  public let showings: [PastShowing]
  /// The tests that keep prompts from coming again; empty for a latched push, which is not tested.
  public let passes: [Pass]
  /// The rule's comparisons of the device. As long as the device does not change, the prompt comes back.
  public let conditions: [Comparison]

  /// Nil if the decision shows nothing.
  public init?(_ explanation: Explanation, after showings: PastShowings) {
    guard let prompt = explanation.decision.prompt else { return nil }
    self.explanation = explanation
    self.prompt = prompt
    self.showings = showings[prompt.rule]
    let shown = explanation.rules.last
    passes =
      shown.map { shown in
        let isManual = explanation.decision.question.trigger == .manual
        return shown.tests.compactMap { Pass($0, of: shown, isManual: isManual) }
      } ?? []
    let conditions = shown.map { shown in shown.tests.filter { $0.test.role(in: shown.rule) == .condition } }
    self.conditions = (conditions ?? []).sorted { $0.test == .version && $1.test != .version }
      .flatMap(\.comparisons).filter(\.passed)
  }

  /// A test that let the prompt through, and the reason.
  public struct Pass: Hashable, Sendable {
    /// The test.
    public let test: RuleTest
    /// The reason why it let the prompt through.
    public let reason: Reason
    /// The comparisons; empty for a test that compared nothing.
    public let comparisons: [Comparison]

    /// Nil for a test that doesn't keep a prompt from coming again.
    init?(_ explained: ExplainedTest, of shown: ExplainedRule, isManual: Bool) {
      guard case .limit(let isSet) = explained.test.role(in: shown.rule) else { return nil }
      test = explained.test
      comparisons = explained.comparisons
      reason =
        if shown.kind.isBlocking { .blocking } else if !isSet { .notAsked } else if isManual { .manual } else {
          comparisons.isEmpty ? .nothingBefore : .compared
        }
    }
  }

  /// The reason why a test let a prompt through.
  public enum Reason: String, Hashable, Sendable, CaseIterable {
    /// A force or an exit is never skipped, counted or spaced.
    case blocking
    /// The rule does not set what is tested.
    case notAsked
    /// The user asked for the check, which suspends skips, counts, periods and limits.
    case manual
    /// There was no earlier skip or showing to compare with.
    case nothingBefore
    /// Its comparisons passed.
    case compared
  }
}

/// Explains each reason for which a prompt comes again.

extension WhyAgain.Reason: ExplainedCode {
  /// The kind of code, as `herald explain` names it.
  public static let kind = "why a test let a prompt come again (`herald why --again`)"

  /// The meaning of the reason, when it appears, and what to do about it.
  public var explanation: CodeExplanation {
    switch self {
    case .blocking:
      CodeExplanation(
        "A force or exit prompt is never skipped, counted or spaced.",
        when: "The rule's kind is `force` or `exit`.",
        fix: "Make it an optional one, if it should let the user go on.")
    case .notAsked:
      CodeExplanation(
        "The rule does not ask this.",
        when: "It has no `maxDisplayCount` or period, or is not an update that can be skipped.",
        fix: "Set `maxDisplayCount` or `displayPeriodInHours`.")
    case .manual:
      CodeExplanation(
        "The user asked for the check, which lifts skips, counts and periods.",
        when: "The trigger is `manual`.",
        fix: "Nothing: who asks gets an answer.")
    case .nothingBefore:
      CodeExplanation(
        "There was nothing to compare with.",
        when: "The prompt was never skipped, or never shown.",
        fix: "Check that the showings and answers are recorded under the rule's id.")
    case .compared:
      CodeExplanation(
        "What was compared is as the rule wants it.",
        when: "Another version was skipped, the count is not reached, or the period has ended.",
        fix: "Raise the period or lower the count, if that is too soon.")
    }
  }
}

/// The showings of each rule's prompts in a stream, with the user's answers.
public struct PastShowings: Sendable {
  private var byRule: [ExactString: [PastShowing]] = [:]

  /// Knows no showing yet.
  public init() {}

  /// Takes note of the stream's next event.
  ///
  /// - Parameter before: the state before the event.
  public mutating func record(_ event: Event, before: InstallationState) {
    let name = Provenance.EventName(event)
    switch event.data.screenChange {
    case .shown(let shown):
      if before.isOnScreen(event.data) { return }
      byRule[shown.rule, default: []].append(
        PastShowing(event: name, time: event.time, kind: shown.kind, rule: before.policy?.rule(shown.rule)))
    case .answered(let answer):
      guard let visible = before.visible, visible.prompt == answer.prompt else { return }
      let answer = PastShowing.Answer(event: name, time: event.time, button: answer.button, user: before.user)
      byRule[visible.rule]?.setLastAnswer(answer)
    case .cleared, nil: break
    }
  }

  /// The showings of a rule, in the order of the stream.
  public subscript(rule: ExactString) -> [PastShowing] { byRule[rule] ?? [] }

  /// The rules that were shown.
  var rules: [ExactString] { Array(byRule.keys) }
}

/// One showing of a prompt.
public struct PastShowing: Hashable, Sendable {
  /// The event that recorded it.
  public let event: Provenance.EventName
  /// The time on the device's clock.
  public let time: DeviceTime
  /// The prompt's kind.
  public let kind: PromptKind
  /// The answer, or that it vanished; nil if another prompt replaced it, or the app ended.
  public fileprivate(set) var answer: Answer?
  /// The rule that the policy in force had under its id; nil where it had none, and for a push.
  let rule: Rule?

  init(event: Provenance.EventName, time: DeviceTime, kind: PromptKind, rule: Rule? = nil) {
    self.event = event
    self.time = time
    self.kind = kind
    self.rule = rule
  }

  /// True where the log has no answer of the user to it: it was replaced, the app ended, or it vanished.
  package var isUnanswered: Bool { answer.map { !ButtonChosen.isAnswer($0.button) } ?? true }

  /// Compares what the log has of it.
  public static func == (left: PastShowing, right: PastShowing) -> Bool {
    left.event == right.event && left.time == right.time && left.kind == right.kind && left.answer == right.answer
  }

  /// Hashes what the log has of it.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(event)
    hasher.combine(time)
  }

  /// The user's answer to a showing, or that it vanished without one.
  public struct Answer: Hashable, Sendable {
    /// The event that recorded it.
    public let event: Provenance.EventName
    /// The time on the device's clock.
    public let time: DeviceTime
    /// The button: a ``Button``'s word, or another word.
    public let button: ExactString
    /// The user who was signed in; nil for nobody.
    let user: ExactString?
  }
}

extension [PastShowing] {
  fileprivate mutating func setLastAnswer(_ answer: PastShowing.Answer) {
    guard !isEmpty else { return }
    self[count - 1].answer = answer
  }
}

extension PastShowing {
  /// The showing in one line: its time and its answer.
  var words: String {
    let answer = answer.map { "\($0.button.string.shown) (revision \($0.event.revision))" } ?? "no answer"
    return "  \("revision \(event.revision)".padded(to: 14))\(time.words)  \(answer)"
  }

  func write(into output: inout JSONWriter) {
    output.object {
      $0.event(revision: event.revision, id: event.id, type: event.type)
      $0.member("time", time.moment)
      $0.member("answer", optional: answer) { output, answer in
        output.object {
          $0.event(revision: answer.event.revision, id: answer.event.id, type: answer.event.type)
          $0.member("time", answer.time.moment)
          $0.member("button", answer.button)
        }
      }
    }
  }
}

extension [PastShowing] {
  /// The ordinal of the next showing: `first`, `second`, `third`, `4th`.
  var nextOrdinal: String { count.nextOrdinal }

  /// The last showings below a heading; empty without showings.
  func lines(_ style: Style) -> [String] {
    let most = 20
    let (unanswered, isCut) = (count(where: \.isUnanswered), count > most)
    let heading =
      "Shown before" + (isCut ? " \(self.count.grouped) times" : "")
      + (unanswered > 0 ? ", \(unanswered.grouped) of \(self.count.grouped) without an answer" : "")
      + (isCut ? "; the last \(most)" : "")
    return isEmpty ? [] : ["", style.bold(heading)] + suffix(most).map(\.words)
  }
}

/// Counts prompts without an answer.
extension PastShowings {
  /// The showings of all rules, and those to which the log has no answer.
  package var unanswered: (shown: Int, unanswered: Int) {
    rules.reduce(into: (0, 0)) { sum, rule in
      let showings = self[rule]
      sum.0 += showings.count
      sum.1 += showings.count(where: \.isUnanswered)
    }
  }
}

extension FoundDecision {
  /// A sentence on the prompts before that got no answer; nil where each did.
  var unansweredWords: String? {
    let (shown, unanswered) = showings.unanswered
    guard unanswered > 0 else { return nil }
    // An answer may be among what the log lacks.
    let end = missing.isEmpty ? "." : ", as far as the log goes."
    if shown == 1 { return "The one prompt before it got no answer\(end)" }
    return unanswered == shown
      ? "None of the \(shown.grouped) prompts before it got an answer\(end)"
      : "Of the \(shown.grouped) prompts before it, \(unanswered.grouped) got no answer\(end)"
  }
}
