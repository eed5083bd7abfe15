package import Herald

/// The names that a condition can have.
extension FieldShape {
  /// The names of a decision; its rules by their ids.
  package static let decision: FieldShape = .object([
    Member("source", .text), Member("revision", .number), Member("time", .time), Member("trigger", .text),
    Member("reason", .text),
    Member(
      "show",
      .object([
        Member("rule", .text), Member("kind", .text), Member("variant", .text), Member("language", .text),
        Member("destination", .text), Member("buttons", .list),
      ])),
    Member("rules", .named(.object([Member("failed", .text)]))),
  ])

  /// The names of values that no state has, without those below a state's own names.
  package static let besideState: [Member] = [
    Member("source", .text), Member("firstTime", .time), Member("lastTime", .time),
    Member(
      "event",
      .object([
        Member("type", .text), Member("trigger", .text), Member("kind", .text), Member("time", .time),
        Member("day", .number), Member("data", .any),
      ])),
    Member("failing", .object([Member("reason", .text), Member("status", .number), Member("since", .time)])),
    Member("gaps", .number), Member("forked", .number), Member("refusedLines", .number),
    Member("audit", .object(AuditVerdict.allCases.map { Member(ExactString($0.rawValue), .number) })),
  ]

  /// Everything that a condition can name: a state's names, `decision`, and what no state has.
  package static let all: FieldShape = .object(
    state.map { $0.name == "records" ? Member($0.name, $0.shape.withUnanswered) : $0 }
      + [Member("decision", decision)] + besideState)

  /// The shape of a state's records, with the number of showings since the last answer.
  private var withUnanswered: FieldShape {
    guard case .named(.object(let members)) = self else { return self }
    return .named(.object(members + [Member(StreamFacts.unansweredName, .number)]))
  }
}
