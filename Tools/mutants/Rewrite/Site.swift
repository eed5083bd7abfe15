/// A place that a switch changes, as `sites.json` lists it.
struct Site: Encodable {
  enum Kind: String, Encodable {
    /// A condition that becomes its opposite.
    case condition
    /// A comparison that takes in its bound, or leaves it out.
    case boundary
    /// A pattern or an optional that never matches.
    case binding
    /// An optional that is nil, so that its default counts.
    case fallback
    /// A value that a function returns, and that becomes its opposite.
    case result
    /// A case of a switch that does nothing.
    case branch
  }

  let id: Int
  let file: String
  let line: Int
  let function: String
  let kind: Kind
  let text: String
  /// True where a place only explains, and neither folds nor decides.
  let isAside: Bool
}
