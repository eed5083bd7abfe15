import Herald
import HeraldFormats

@testable import HeraldQuestions

/// A document, to the answers about it that hold for every device.
enum FuzzedAnalysis {
  /// The moment at which the linter reads a document.
  private static let now = Timestamp(milliseconds: 1_772_438_400_000)
  /// The steps of an answer. A hundredth of the usual number, because many documents are asked.
  private static let steps = AnalysisWork.most / 100
  /// The bit of the first byte that says that the second part is the document before.
  private static let against: UInt8 = 0x80

  /// - Parameters:
  ///   - form: the number of the document's format, and the bit ``against``.
  ///   - bytes: the document; behind a zero byte, the document before or a file of promises.
  static func read(_ form: UInt8, _ bytes: [UInt8]) throws {
    let parts = bytes.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
    let texts = parts.map { String(decoding: $0, as: UTF8.self) }
    let format = ExactString(Formats.names[Int(form & ~against) % Formats.names.count])
    let document = document(texts[0], format)
    guard document.isAccepted else { return }
    try AnalysisWork(atMost: steps).bounding {
      if texts.count == 1 {
        try analyze(document)
      } else if form & against == 0 {
        try judge(texts[1], about: document)
      } else {
        try compare(document, with: Self.document(texts[1], format))
      }
    }
  }

  private static func document(_ text: String, _ format: ExactString) -> Document {
    Document(text: text, format: format, url: "https://example.com/policy", storeURL: "https://example.com/store")
  }

  /// Checks that a log that is said to show a rule shows it, and that the linter does not call the rule unreachable.
  private static func analyze(_ document: Document) throws {
    let findings = Lint.findings(in: document, at: now).filter { $0.code.name == "unreachableRule" }
    let unreachable = findings.compactMap { $0.place?.pointer }
    for rule in try AnalyzeQuestion(document, named: "p").answer().rules {
      guard let witness = rule.witness else { continue }
      guard witness.replayed()?.decision.prompt?.rule == rule.rule.id else {
        throw Disagreement("a log does not show \(rule.rule.id) in \(document.text)")
      }
      let pointer = rule.rule.source.place?.pointer
      if let pointer, unreachable.contains(where: { $0 == pointer || $0.hasPrefix(pointer + "/") }) {
        throw Disagreement("the linter calls \(rule.rule.id) unreachable, which a log shows, in \(document.text)")
      }
    }
  }

  /// Checks that the two logs of a change end in the prompts that it names.
  private static func compare(_ document: Document, with before: Document) throws {
    guard before.isAccepted else { return }
    for change in try AgainstQuestion(document, named: "p", against: before, named: "q").answer().changes {
      let shown = (change.witness.before.replayed(), change.witness.after.replayed())
      try agree(shown.0?.decision.prompt?.kind, change.before, "the prompt before, in \(before.text)")
      try agree(shown.1?.decision.prompt?.kind, change.after, "the prompt after, in \(document.text)")
    }
  }

  /// Checks that there is an answer for each promise, and that an error for promises has a place.
  private static func judge(_ text: String, about document: Document) throws {
    let promises: [Promise]
    do { promises = try PromiseFile(text, named: "promises.json").promises } catch let error as PromisesRefused {
      for finding in error.diagnostics where finding.what.isEmpty || finding.place == nil {
        throw Disagreement("an error for promises has no words or no place: \(finding)")
      }
      return
    }
    guard promises.allSatisfy({ $0.other == nil }) else { return }
    let question = PromisesQuestion(document, named: "p", promises, named: "promises.json")
    guard let answer = try? question.answer() else { return }
    try agree(answer.promises.count, promises.count, "the number of a promise's answers")
  }
}

extension Document {
  fileprivate var isAccepted: Bool { if case .accepted = Formats.read(self).reading { true } else { false } }
}
