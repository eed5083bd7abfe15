import Herald

/// Suggests the known key that is nearest to a misspelt one.
extension Spelling {
  static func suggestion(for name: String, among known: Set<String>) -> String? {
    meant(by: name, among: known).map { "did you mean `\($0)`?" }
  }

  /// The known name that is nearest; of a name with one or two letters, only in another case, because two changes make
  /// any of them of any other.
  static func meant(by name: String, among known: Set<String>) -> String? {
    name.utf8.count > 2
      ? nearest(to: name, among: known) : known.sorted().first { $0.lowercased() == name.lowercased() }
  }
}
