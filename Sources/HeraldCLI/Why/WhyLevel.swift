import ArgumentParser

/// How much of an explanation is told.
enum WhyLevel: String, ExpressibleByArgument, CaseIterable {
  /// The answer alone.
  case sentence
  /// For each rule what it failed, and the events that the answer rests on.
  case path
  /// Every test of every rule, and what is asked before them.
  case all
}
