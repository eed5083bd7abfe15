package import Herald

/// The promises of an app, judged before a document goes out.
///
/// Only usual devices count, because a device that nobody has should not stop a policy. A promise about a rule that the
/// document lacks counts as broken.
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
  ///   - other: the document that statements with `against` compare with, whatever they name; nil leaves them out.
  /// - Throws: ``LogRefused`` where a document is refused.
  package init(of document: Document, named file: String, keeping promises: [Promise], against other: Document?) throws
  {
    let policy = try document.policy(named: file)
    let scope = try AnalyzeScope(from: nil, assuming: .usual, of: [policy])
    var question = PromisesQuestion(document, named: file, promises, named: "promises.json")
    question.assumption = .usual
    var (answers, breaches) = ([PromisesAnswer.PromiseAnswer](), [String]())
    for (index, promise) in promises.enumerated() {
      if let name = promise.other {
        guard let other else { continue }
        question.others[name] = other
      }
      do {
        let answer = try question.answer(promise, number: index + 1, policy, within: scope)
        answers.append(answer)
        if !answer.isKept { breaches.append("promise \(answer.number), \(promise.text.shown), \(answer.sentence)") }
      } catch let refused as PromisesRefused {
        let why = refused.diagnostics.first?.what ?? "it cannot be judged"
        breaches.append("promise \(index + 1), \(promise.text.shown), is broken: \(why)")
      }
    }
    self.answer = PromisesAnswer(file: file, promises: answers, assumption: .usual)
    self.breaches = breaches
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
