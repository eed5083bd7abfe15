/// The pieces of a filter's part.
extension Filter.Part {
  /// The part without its `!`.
  package var body: String { String(Substring(text.utf8.dropFirst(excludes ? 1 : 0))) }

  /// The text after an operator; nil for a part without an operator.
  package var operand: String? {
    guard case .compare(let comparison, _) = pattern else { return nil }
    return String(Substring(body.utf8.dropFirst(comparison.rawValue.utf8.count)))
  }

  /// The text of a part that is a text to equal; nil for any other part.
  package var equalText: String? {
    switch pattern {
    case .equals(let text), .system(let text), .listed(let text): text
    case .architecture(let names): names.first
    case .empty, .compare, .wildcard, .exactly, .nothing: nil
    }
  }

  /// True for a part with `*`.
  package var isWildcard: Bool {
    if case .wildcard = pattern { true } else { false }
  }
}
