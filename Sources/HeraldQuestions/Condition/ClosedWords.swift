import Herald
import HeraldFormats

/// The words of values that have no others.
enum ClosedWords {
  /// All words that a value can have; nil for a value that may have any text.
  static func of(_ path: FieldPath) -> [ExactString]? {
    switch path.names.map(\.string) {
    case ["refused", "reason"]: words(RefusalReason.self)
    case ["visible", "kind"], ["event", "kind"], ["decision", "show", "kind"]: words(PromptKind.self)
    case ["decision", "reason"]: words(DecisionReason.self)
    case ["decision", "trigger"], ["event", "trigger"]: words(Trigger.self)
    case ["policy", "format"]: Formats.names.map { ExactString($0) }
    case let names where names.count == 4 && names[0] == "decision" && names[1] == "rules" && names[3] == "failed":
      words(RuleTest.self)
    default: nil
    }
  }

  private static func words<Word: CaseIterable & RawRepresentable<String>>(_: Word.Type) -> [ExactString] {
    Word.allCases.map { ExactString($0.rawValue) }
  }
}

extension Condition {
  /// Remarks on the words that the condition compares with `==` or `!=`, and that the value never has.
  ///
  /// No event is asked: the lists are Herald's own.
  var impossibleWords: [ConditionRemark] {
    comparisons.compactMap { path, sign, operand in
      guard !sign.asksForOrder, case .text(let word) = operand, let known = ClosedWords.of(path), !known.contains(word)
      else { return nil }
      return .impossibleWord(word, of: path, near: NamesInLog.near(value: word, among: Set(known)), known: known)
    }
  }

  /// The types of events that the condition compares with `==` or `!=`.
  var comparedTypes: [ExactString] {
    comparisons.compactMap { path, sign, operand in
      guard !sign.asksForOrder, path == FieldPath(["event", "type"]), case .text(let type) = operand else { return nil }
      return type
    }
  }
}
