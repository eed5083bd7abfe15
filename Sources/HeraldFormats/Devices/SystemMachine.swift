import Herald

/// A machine for the names of operating systems, as ``SystemName`` reads them: `osx-arm64` is `macos`.
struct SystemMachine: TextMachine {
  /// The names that another name stands for, or that may have an architecture behind a hyphen.
  private static let words = SystemName.folded.map { Array($0.unicodeScalars) }

  var name: String { "system" }
  var scalars: Set<Unicode.Scalar> { Set(Self.words.joined()).union(["-"]) }

  struct State: Hashable, Sendable {
    /// True behind a hyphen in front of the name.
    var isIndented = false
    /// The name so far; nil where it begins no word.
    var head: [Unicode.Scalar]? = []
    var hasHyphen = false
    var hasRest = false
  }

  var start: State { State() }

  func next(_ state: State, _ scalar: Unicode.Scalar) -> State {
    var next = state
    if state.hasHyphen {
      next.hasRest = true
    } else if scalar != "-" {
      next.head = state.head.flatMap { head in
        let longer = head + [scalar]
        return Self.words.contains { $0.starts(with: longer) } ? longer : nil
      }
    } else if state.head?.isEmpty == true {
      next.isIndented = true
    } else {
      next.hasHyphen = true
    }
    return next
  }
}

/// A machine for lists with commas that have a text.
struct ListedMachine: TextMachine {
  private let text: [Unicode.Scalar]

  /// - Parameter text: the normalized text.
  init(_ text: String) { self.text = Array(text.unicodeScalars) }

  enum State: Hashable, Sendable {
    /// An element so far; nil where it does not begin the text.
    case element(Int?)
    case found
  }

  var name: String { "listed " + String(String.UnicodeScalarView(text)) }
  var start: State { .element(0) }
  var scalars: Set<Unicode.Scalar> { Set(text).union([","]) }

  func next(_ state: State, _ scalar: Unicode.Scalar) -> State {
    guard case .element(let count) = state else { return state }
    if scalar == "," { return count == text.count ? .found : .element(0) }
    guard let count, count < text.count, text[count] == scalar else { return .element(nil) }
    return .element(count + 1)
  }
}
