import Herald

/// Did you mean: the known key that a misspelt one is nearest to.
extension HeraldDocument {
  static func suggestion(for name: String, among known: Set<String>) -> String? {
    Spelling.nearest(to: name, among: known).map { "did you mean `\($0)`?" }
  }
}
