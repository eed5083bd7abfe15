package import Herald

/// Explains one decision as JSON.
package struct WhyAnswer: DecisionAnswer {
  package let found: DecisionFinder.Found
  package let explanation: Explanation
  let because: [Causes.Cause]
  /// The findings about rules that were left out of the policy in force; empty where the decision tested no rules.
  let leftOut: [Diagnostic]

  package init(_ found: DecisionFinder.Found) {
    self.found = found
    explanation = Explanation(found.decision.question, in: found.step.state)
    because = found.causes.because(of: explanation, asking: found.step.event, in: found.step.state)
    let asksRules = explanation.decision.reason == .noRule || !explanation.rules.isEmpty
    leftOut = asksRules ? LeftOutRules(in: found).findings : []
  }

  /// The decision's line with every test, the events that it rests on, and the time until which it holds.
  package var json: String {
    var output = JSONWriter()
    explanation.write(because, from: found.causes, into: &output) { output in
      found.writeApp(into: &output)
      output.member("refused", optional: refusedDocument) { output, refused in
        output.object {
          $0.member("digest", refused.digest)
          $0.member("reason", word: refused.reason)
        }
      }
      output.member("trust", sentences: trustSentences)
      output.member("waitingPush", optional: isPushWaiting ? found.causes.latch : nil) { output, push in
        output.object { $0.event(revision: push.revision, id: push.id, type: push.type) }
      }
      output.member("updatesChosen", optional: updatesChosen) { output, update in
        output.object {
          $0.member("rule", update.rule)
          $0.member("times", update.times)
          $0.member("appVersionName", found.step.state.profile[.appVersionName])
        }
      }
    }
    output.raw("\n")
    return output.string
  }

  /// The last document if it was refused and the decision would have used it; otherwise nil.
  var refusedDocument: Refusal? {
    let asksThePolicy: Set<DecisionReason> = [.noPolicy, .otherPackage, .underReview, .noRule]
    let isAsked = asksThePolicy.contains(explanation.decision.reason) || !explanation.rules.isEmpty
    return isAsked ? found.step.state.refused : nil
  }

  /// Sentences on how far the policy can be trusted; none for an app that trusts no keys.
  var trustSentences: [String] { found.causes.trust.sentences(on: explanation, in: found.step.state) }

  /// True if a push asks for an update, and this decision does not show it.
  var isPushWaiting: Bool {
    found.step.state.latch != nil && explanation.decision.prompt?.rule != Prompt.pushRule
  }

  /// The rule that is shown, and the number of times that the user chose to update before, though the app's version
  /// never changed; nil where that did not happen.
  var updatesChosen: (rule: ExactString, times: Int)? {
    guard let rule = explanation.decision.prompt?.rule, let times = found.causes.updatesChosen[rule], times > 0 else {
      return nil
    }
    return (rule, times)
  }
}

extension JSONWriter {
  /// Appends an array of sentences; nothing for an empty array.
  fileprivate mutating func member(_ name: StaticString, sentences: [String]) {
    if !sentences.isEmpty { member(name, sentences) { $0.string($1) } }
  }
}
