import Herald

/// The numbers of showings of each rule as each kind to one installation.

struct ShownPrompts: Sendable {
  /// One rule's prompts of one kind.
  struct Entry: Sendable {
    /// The rule's id.
    let rule: ExactString
    /// The prompt's kind.
    let kind: PromptKind
    /// Number of showings.
    fileprivate(set) var count: Int
    /// The revision of the event on which it was first decided.
    let first: Int
  }
  /// The entries in the order of their first showings.
  private(set) var entries: [Entry] = []

  subscript(rule: ExactString, kind: PromptKind) -> Entry? {
    entries.first { $0.rule == rule && $0.kind == kind }
  }

  mutating func add(_ rule: ExactString, _ kind: PromptKind, at revision: Int) {
    if let index = entries.firstIndex(where: { $0.rule == rule && $0.kind == kind }) {
      entries[index].count += 1
    } else {
      entries.append(Entry(rule: rule, kind: kind, count: 1, first: revision))
    }
  }
}
