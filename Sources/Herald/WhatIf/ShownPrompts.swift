/// How often one installation was shown what, by rule and kind, in the order of the first showings.
public struct ShownPrompts: Sendable {
  public struct Entry: Sendable {
    public let rule: ExactString
    public let kind: PromptKind
    public fileprivate(set) var count: Int
    /// The revision of the first showing; where nothing was logged, of the event that asked.
    public let first: Int
  }
  public private(set) var entries: [Entry] = []

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
