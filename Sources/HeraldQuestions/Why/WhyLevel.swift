import Herald

/// The level of detail of an explanation in words.

package enum WhyLevel: String, CaseIterable, Sendable {
  /// The answer alone.
  case sentence
  /// The test that each rule failed, and the events that the answer rests on.
  case path
  /// Every test of every rule, and the checks before them.
  case all
}
