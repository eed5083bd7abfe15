/// A machine that reads a normalized text scalar by scalar, and remembers as much as a condition can tell of it.
///
/// Two texts that lead to one state are the same to the condition, whatever follows. A machine may remember too much,
/// which costs time, but never too little.
protocol TextMachine: Sendable {
  associatedtype State: Hashable & Sendable
  /// Names the machine, so that conditions with the same machine share it.
  var name: String { get }
  /// The state before the first scalar.
  var start: State { get }
  /// The scalars that the machine tells from other letters, digits and signs.
  var scalars: Set<Unicode.Scalar> { get }
  /// The work of a step, 1 for most machines.
  var weight: Int { get }
  /// The state after one more scalar.
  func next(_ state: State, _ scalar: Unicode.Scalar) -> State
}

extension TextMachine {
  var weight: Int { 1 }
}

/// A machine for one text, or for a text with `*` and `?`, as ``Wildcard`` matches it.
struct PatternMachine: TextMachine {
  /// The places of the pattern at which a text may stand.
  typealias State = Set<Int>
  private let pattern: [Unicode.Scalar]
  private let isWildcard: Bool

  /// - Parameter pattern: the normalized text of a part without its `!`.
  init(_ pattern: String) {
    self.pattern = Array(pattern.unicodeScalars)
    isWildcard = pattern.utf8.contains(UInt8(ascii: "*"))
  }

  /// - Parameter text: a normalized text, whose asterisks are letters like others.
  init(literally text: String) {
    pattern = Array(text.unicodeScalars)
    isWildcard = false
  }

  var name: String { (isWildcard ? "wildcard " : "text ") + String(String.UnicodeScalarView(pattern)) }
  var start: State { closed([0]) }
  /// A text may stand at as many places of a wildcard as it is long.
  var weight: Int { isWildcard ? 1 + pattern.count / 16 : 1 }

  var scalars: Set<Unicode.Scalar> {
    isWildcard ? Set(pattern).subtracting(["*", "?"]) : Set(pattern)
  }

  func next(_ state: State, _ scalar: Unicode.Scalar) -> State {
    var places: State = []
    for place in state where place < pattern.count {
      let wanted = pattern[place]
      if isWildcard, wanted == "*" {
        places.insert(place)
      } else if wanted == scalar || isWildcard && wanted == "?" {
        places.insert(place + 1)
      }
    }
    return closed(places)
  }

  /// The places, and those behind stars that stand for nothing. A star makes every place before it superfluous.
  private func closed(_ places: State) -> State {
    guard isWildcard else { return places }
    var all = places
    for place in places {
      var next = place
      while next < pattern.count, pattern[next] == "*" {
        next += 1
        all.insert(next)
      }
    }
    let lastStar = all.filter { $0 < pattern.count && pattern[$0] == "*" }.max() ?? 0
    return all.filter { $0 >= lastStar }
  }
}
