import ArgumentParser

/// The format of the answer of `herald lint`.
enum LintFormat: String, ExpressibleByArgument, CaseIterable {
  case human, json, sarif, github

  /// The format where none was chosen.
  static var usual: LintFormat { StandardOutput.isTerminal ? .human : .json }
}
