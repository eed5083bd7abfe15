import Herald
import HeraldFormats

/// Further sentences of the answer beside the rules: an operation that waits, a document that was refused, keys, a push
/// that waits, updates that were chosen before.
extension WhyAnswer {
  /// One sentence for each, in the order in which they are printed.
  package var remarks: [String] {
    [operationWords, clockWords, refusedWords].compactMap(\.self) + trustSentences.map(\.shown)
      + [waitingPushWords, chosenWords].compactMap(\.self)
  }

  /// A sentence on the operation that the user began: it may proceed, or a prompt holds it back; nil where none was
  /// begun.
  private var operationWords: String? {
    let question = explanation.decision.question
    guard question.trigger == .operation else { return nil }
    let name = question.operation.map { "The operation `\($0.string.shown)`" } ?? "The operation"
    let onScreen = explanation.decision.reason == .alreadyVisible ? found.step.state.visible?.kind : nil
    let isHeldBack = explanation.decision.prompt != nil || onScreen?.isBlocking == true
    return "\(name) \(isHeldBack ? "is held back by the prompt" : "is not held back")."
  }

  /// A sentence on a period that counts from the moment at which the clock was set back; nil where no rule's period
  /// does.
  private var clockWords: String? {
    let spaced = explanation.rules.filter { $0.tests.contains { $0.test == .period && !$0.comparisons.isEmpty } }
    for rule in spaced.map(\.rule.id).reversed() {
      guard let step = found.causes.clockStep(before: rule) else { continue }
      return
        "The device's clock was set back (revision \(step.revision)): the period of \(rule.string.shown) counts from "
        + "that moment."
    }
    return nil
  }

  private var refusedWords: String? {
    guard let refused = refusedDocument else { return nil }
    let older = refused.reason == .rollback ? rollbackWords(refused) : nil
    let kept = found.step.state.policy == nil ? "" : " The policy accepted before it stays in force."
    return "Not in force: the document \(refused.digest.shortDigest) that came last was refused: "
      + "\(refused.reason.rawValue), \(older ?? refused.reason.words).\(kept)"
  }

  /// The words that say in which respect the refused document is older; nil where the log does not have its text.
  private func rollbackWords(_ refused: Refusal) -> String? {
    guard let text = found.documents[refused.digest], let format = found.step.state.policy?.format,
      case .accepted(let older) = Formats.read(Document(text: text, format: format)).reading
    else { return nil }
    return found.step.state.newerWords(than: older)
  }

  private var waitingPushWords: String? {
    guard isPushWaiting else { return nil }
    let place = found.causes.latch.map { " (revision \($0.revision))" } ?? ""
    if explanation.decision.reason == .underReview {
      return "A push\(place) asks for an update and waits: while this version is under review, it is not shown either."
    }
    return
      "A push\(place) asks for an update and waits: it is shown at a launch, a login, an operation or a manual check, "
      + "and at a return where the policy sets `pushOnForeground`."
  }

  private var chosenWords: String? {
    guard let update = updatesChosen else { return nil }
    let version = found.step.state.profile[.appVersionName].map { " (\($0.string.shown))" } ?? ""
    return
      "The user chose update \(update.times.of("time", "times")) before, and the app's version was still the old one"
      + "\(version): if it stays the same, check what the button opens."
  }
}
