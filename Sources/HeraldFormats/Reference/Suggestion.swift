import Herald

/// Suggests the known key that is nearest to a misspelt one.
extension Spelling {
  static func suggestion(for name: String, among known: Set<String>) -> String? {
    nearest(to: name, among: known).map { "did you mean `\($0)`?" }
  }
}
