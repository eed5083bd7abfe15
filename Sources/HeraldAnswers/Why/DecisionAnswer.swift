/// The answer to a question about one decision.
package protocol DecisionAnswer {
  var found: FoundDecision { get }
  /// The answer as a line of JSON.
  var json: String { get }
  /// The answer in words, each line ended.
  func words(_ style: Style, _ level: WhyLevel) -> String
}
