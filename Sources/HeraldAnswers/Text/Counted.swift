import Herald

extension Int {
  /// A number of things in words: `1 return`, `2 returns`.
  package func of(_ one: String, _ many: String) -> String { "\(grouped) \(self == 1 ? one : many)" }
}
