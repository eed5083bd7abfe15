import Herald

/// The ids of a document's readable rules. The first of several equal ones keeps its id.
struct RuleIDs {
  private var taken: Set<ExactString>
  private var kept: Set<ExactString> = []
  /// The number that the next rule with an id tries first.
  private var numbers: [ExactString: Int] = [:]

  /// - Parameter written: the id of every readable rule, as the document has it.
  init(_ written: some Sequence<ExactString>) { taken = Set(written) }

  /// The id that a rule gets in place of its own, to be asked in the order of the document; nil for the first with it.
  mutating func replacement(for id: ExactString) -> ExactString? {
    if kept.insert(id).inserted { return nil }
    // Ids are never given back, so a number that was taken once stays taken.
    var number = numbers[id] ?? 2
    while !taken.insert(ExactString("\(id)-\(number)")).inserted { number += 1 }
    numbers[id] = number + 1
    return ExactString("\(id)-\(number)")
  }
}
