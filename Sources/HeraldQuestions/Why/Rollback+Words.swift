package import Herald

/// The reason why a document counts as older than an accepted one, for people.

extension InstallationState {
  /// The document's position in its publisher's order and the accepted one, as the end of a sentence; nil where nothing
  /// newer is known.
  package func newerWords(than policy: Policy) -> String? {
    for order in policy.orders {
      guard let known = newest.first(where: { $0.family == order.family && order.isOlder(than: $0) }) else { continue }
      switch (order.mark, known.mark) {
      case (.revision(let own), .revision(let accepted)):
        let said = policy.revision == nil ? "it has no `revision`, which counts as \(own)" : "its `revision` is \(own)"
        return "\(said), and one with \(accepted) was accepted before"
      case (.version(let own), .version(let accepted)):
        return "its newest version is \(own.text), and one with \(accepted.text) was accepted before"
      default: continue
      }
    }
    return nil
  }
}
