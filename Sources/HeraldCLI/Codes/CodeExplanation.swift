/// What a stable code means, when it appears, and what to do about it.
struct CodeExplanation: Hashable, Sendable {
  let code: String
  let means: String
  let appears: String
  let fix: String

  init(_ code: String, _ means: String, when appears: String, fix: String) {
    self.code = code
    self.means = means
    self.appears = appears
    self.fix = fix
  }
}

/// Codes of one kind; a word may mean one thing as one kind and another thing as another.
struct CodeGroup: Sendable {
  /// What the codes are, such as `reason of a decision`.
  let name: String
  let codes: [CodeExplanation]

  /// All codes. A new group is a file beside this one and a line here.
  static let all: [CodeGroup] = [
    .decisions, .tests, .passes, .obstacles, .verdicts, .refusals, .comparisons, .documents, .lints, .reach, .lines,
    .ledgers, .fetches, .files, .exports, .redaction, .phone, .app,
  ]

  /// What a code means, by kind; empty for an unknown one.
  static func explanations(of code: String) -> [(group: CodeGroup, explanation: CodeExplanation)] {
    all.flatMap { group in group.codes.filter { $0.code == code }.map { (group, $0) } }
  }
}
