package import Herald
import HeraldLog

/// The promises of an app, judged before a document goes out.
///
/// Only usual devices count, because a device that nobody has should not stop a policy. A promise about a rule that the
/// document lacks counts as broken. A promise that compares with a policy in force is not decided where there is none.
package struct DraftPromises: Sendable {
  /// The verdicts.
  package let answer: PromisesAnswer
  /// A sentence for each promise that stops the document, with the verdict, and the limit or the device of its log.
  package let breaches: [String]

  /// Judges a document.
  ///
  /// - Parameters:
  ///   - document: the document.
  ///   - file: its name in answers.
  ///   - promises: the statements.
  ///   - other: the document that statements with `against` compare with, whatever they name; nil for none.
  /// - Throws: ``LogRefused`` where a document is refused.
  package init(of document: Document, named file: String, keeping promises: [Promise], against other: Document?) throws
  {
    let (policy, leftOut) = try document.reading(named: file)
    let scope = try AnalyzeScope(from: nil, assuming: .usual, of: [policy])
    var question = PromisesQuestion(document, named: file, promises, named: "promises.json")
    question.assumption = .usual
    var answers: [PromisesAnswer.PromiseAnswer] = []
    for (index, promise) in promises.enumerated() {
      func answered(_ verdict: StatementVerdict, because reason: String? = nil) {
        var answer = PromisesAnswer.PromiseAnswer(
          number: index + 1, promise: promise, verdict: verdict, witness: nil)
        answer.reason = reason
        answers.append(answer)
      }
      if let name = promise.other {
        guard let other else {
          answered(.notDecided("no policy is in force to compare with"))
          answers[answers.count - 1].hasNothingToCompare = true
          continue
        }
        question.others[name] = other
      }
      do {
        answers.append(try question.answer(promise, number: index + 1, policy, within: scope))
      } catch let refused as PromisesRefused {
        answered(.doesNotHold, because: refused.diagnostics.first?.clause)
      } catch is LogRefused where promise.other != nil {
        answered(.notDecided("the policy in force cannot be read"))
      }
    }
    self.answer = PromisesAnswer(file: file, promises: answers, assumption: .usual, leftOut: leftOut)
    breaches = answers.filter(\.stopsDraft).map {
      "promise \($0.number), \($0.promise.text.shown), \($0.sentence)"
    }
  }
}

extension PromisesAnswer.PromiseAnswer {
  /// The verdict with the limit that was met, or with what the log shows, as a clause.
  package var sentence: String {
    let word =
      switch verdict {
      case .holds: "holds"
      case .doesNotHold: "does not hold"
      case .notDecided(let limit): "is not decided: \(limit.shown)"
      }
    return word + PromisesAnswer.proof(self)
  }
}

extension Diagnostic {
  /// The finding as a clause: without its full stop.
  fileprivate var clause: String { what.hasSuffix(".") ? String(what.dropLast()) : what }
}
