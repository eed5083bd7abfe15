import ArgumentParser

/// How much of an explanation is printed.
enum WhyLevel: String, ExpressibleByArgument, CaseIterable {
  /// The answer alone.
  case sentence
  /// The test that each rule failed, and the events that the answer rests on.
  case path
  /// Every test of every rule, and the checks before them.
  case all
}
