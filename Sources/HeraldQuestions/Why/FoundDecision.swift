package import Herald
package import HeraldLog

/// A decision, with the data that explains it, and the app's behaviour after it.
package struct FoundDecision {
  package let step: ReplayStep
  package let decision: Decision
  let causes: Causes
  /// The earlier showings.
  package var showings: PastShowings
  /// The texts of the log's documents, by digest.
  var documents: [ExactString: String]
  /// The event that the user asks about; nil if it is the event that asked for the decision.
  package var asked: Event?
  /// The reason why the event that the user asks about changed nothing, with words for it; nil where it had an effect.
  var ignored: (reason: IgnoredEvent, words: String)?
  /// The first events of the installation, where they were forgotten.
  var forgotten: ForgottenBeginning?
  /// The revisions that the log lacks up to the last event that the answer is about.
  var missing: [ClosedRange<Int>]
  /// The prompt that the app showed after the decision, or did not show; nil where nothing was to be shown and nothing
  /// was.
  var judged: JudgedPrompt?

  package init(
    step: ReplayStep, decision: Decision, causes: Causes, showings: PastShowings = PastShowings(),
    documents: [ExactString: String] = [:], missing: [ClosedRange<Int>] = []
  ) {
    self.step = step
    self.decision = decision
    self.causes = causes
    self.showings = showings
    self.documents = documents
    self.missing = missing
  }

  /// The document in force at the decision; nil where there was none, or the log does not have it.
  package var documentInForce: Document? {
    guard let policy = step.state.policy, let text = documents[policy.digest] else { return nil }
    return Document(text: text, format: policy.format)
  }

  /// The showing that the user asks about, or nil if the decision justifies it.
  var unjustified: JudgedPrompt? {
    judged.flatMap { $0.verdict == .unjustified && $0.revision == asked?.revision ? $0 : nil }
  }

  /// Notes a judgement if it is about this decision.
  mutating func note(_ judged: JudgedPrompt) {
    if judged.decision?.revision == decision.revision { self.judged = judged }
  }
}
