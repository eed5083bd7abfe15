import Herald

extension Rule {
  /// What the document says of the rule besides, a line each; empty if it says nothing.
  var remarkLines: String {
    let released = releasedAt.map { [("released", $0.text)] } ?? []
    return (released + remarks.map { ($0.key, $0.text) }).map { "  \($0.0.shown): \($0.1.shown)\n" }.joined()
  }
}
