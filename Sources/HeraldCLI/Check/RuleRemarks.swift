import Herald

extension Rule {
  /// The release date and the remarks of the rule, a line each; empty without any.
  var remarkLines: String {
    let released = releasedAt.map { [("released", $0.text)] } ?? []
    return (released + remarks.map { ($0.key, $0.text) }).map { "  \($0.0.shown): \($0.1.shown)\n" }.joined()
  }
}
