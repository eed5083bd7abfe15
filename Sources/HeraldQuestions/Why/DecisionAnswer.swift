import Herald

/// The answer to a question about one decision.
package protocol DecisionAnswer {
  var found: FoundDecision { get }
  /// The answer as a line of JSON.
  var json: String { get }
  /// The answer in words, each line ended.
  func words(_ style: Style, _ level: WhyLevel) -> String
  /// A sentence on what time alone changes; nil for none.
  var validity: String? { get }
  /// Further parts of the answer, a sentence for each.
  var remarks: [String] { get }
}

extension DecisionAnswer {
  package var validity: String? { nil }
  package var remarks: [String] { [] }
}
