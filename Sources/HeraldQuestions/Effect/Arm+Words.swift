import Herald

extension Arm.Name {
  /// In a table.
  package var word: String {
    switch self {
    case .shown: "shown"
    case .heldOut: "held out"
    case .variant(let id): id.string.shown
    }
  }

  /// At the end of a chart's line.
  package var label: String {
    switch self {
    case .shown: "prompt"
    case .heldOut: "no prompt"
    case .variant(let id): id.string.shown
    }
  }

  /// Behind a number of installations, such as `due to see the prompt`.
  var whose: String {
    switch self {
    case .shown: "due to see the prompt"
    case .heldOut: "held out"
    case .variant(let id): "with variant `\(id.string.shown)`"
    }
  }

  var whoseInShort: String {
    if case .variant(let id) = self { "with `\(id.string.shown)`" } else { whose }
  }
}
