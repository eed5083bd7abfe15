/// An explanation of one decision.
public struct WhyAnswer: LogAnswer {
  package let decision: any DecisionAnswer
  let others: OthersAnswer?

  /// The decision's line with every test, the events that it rests on, and the time until which it holds; a second line
  /// about other installations where they were asked for.
  public var json: String { decision.json + (others?.json ?? "") }

  /// The explanation in full.
  public var words: String { words(.all) }

  /// The explanation in words.
  public func words(_ level: WhyLevel) -> String { words(.plain, level) }

  package func words(_ style: Style, _ level: WhyLevel) -> String {
    decision.words(style, level) + (others?.words(style) ?? "")
  }
}

/// The level of detail of an explanation in words.
public enum WhyLevel: String, CaseIterable, Sendable {
  /// The answer alone.
  case sentence
  /// The test that each rule failed, and the events that the answer rests on.
  case path
  /// Every test of every rule, and the checks before them.
  case all
}

/// An explanation of one decision, for each kind of question.
package protocol DecisionAnswer {
  var found: FoundDecision { get }
  /// At most twelve words that name what decided.
  var headline: String { get }
  /// The answer as a line of JSON.
  var json: String { get }
  /// The answer in words, each line ended.
  func words(_ style: Style, _ level: WhyLevel) -> String
  /// A sentence on the change that time alone brings; nil for none.
  var validity: String? { get }
  /// Further parts of the answer, a sentence for each.
  var remarks: [String] { get }
  /// The parts that a page draws.
  var parts: AnswerParts { get }
}

extension DecisionAnswer {
  package var validity: String? { nil }
  package var remarks: [String] { [] }
}
