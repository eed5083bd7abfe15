import Herald

extension Int {
  /// A number of things in words: `1 return`, `2,000 returns`.
  ///
  /// - Parameter many: the plural; nil to append an `s`.
  package func of(_ one: String, _ many: String? = nil) -> String {
    "\(grouped) \(self == 1 ? one : many ?? one + "s")"
  }
}
