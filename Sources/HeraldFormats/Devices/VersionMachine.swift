import Herald

/// A machine for the order of a version to a bound, and for the first number in which they differ, as ``AppVersion``
/// reads and compares them.
struct VersionMachine: TextMachine {
  private let text: String
  /// The numbers of the bound without leading zeros, without trailing numbers of 0.
  private let numbers: [[UInt8]]
  private let isNegative: Bool
  private let preRelease: [[UInt8]]
  private let tellsPreReleases: Bool

  /// - Parameters:
  ///   - bound: a normalized text; nil if it is not a version.
  ///   - tellsPreReleases: true if the states of a pre-release and a release differ that have the same order to the bound.
  init?(bound: String, tellsPreReleases: Bool = false) {
    guard AppVersion(normalized: bound) != nil else { return nil }
    (text, self.tellsPreReleases) = (bound, tellsPreReleases)
    var rest = Array(bound.utf8)
    if rest.last == UInt8(ascii: ")"), let opening = rest.lastIndex(of: UInt8(ascii: "(")) {
      rest.removeSubrange(opening...)
    }
    let hasSign = rest.first == UInt8(ascii: "-") || rest.first == UInt8(ascii: "+")
    let body = rest.dropFirst(hasSign ? 1 : 0)
    let end = body.firstIndex { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+") } ?? body.endIndex
    var numbers = body[..<end].split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
      .map { Array($0.drop { $0 == UInt8(ascii: "0") }) }
    isNegative = rest.first == UInt8(ascii: "-") && numbers.first?.isEmpty == false
    while numbers.last?.isEmpty == true { numbers.removeLast() }
    self.numbers = numbers
    let identifiers =
      body[end...].first == UInt8(ascii: "-") ? body[end...].dropFirst().prefix { $0 != UInt8(ascii: "+") } : []
    preRelease = identifiers.split(separator: UInt8(ascii: ".")).map(Array.init)
  }

  var name: String { (tellsPreReleases ? "release " : "version ") + text }

  var scalars: Set<Unicode.Scalar> {
    let letters = preRelease.isEmpty ? "" : "abcdefghijklmnopqrstuvwxyz"
    return Set("0123456789.-+()\(letters)".unicodeScalars)
  }

  /// The part of a version that is being read.
  enum Part: Hashable, Sendable {
    case start, sign, number, dot
    case preReleaseStart, preRelease, buildStart, build
    case parenthesis, buildNumber, buildNumberDot, closed
    case noVersion
  }

  /// The form of a pre-release's identifier so far. A number with a leading zero is none, but may become a word.
  enum Identifier: Hashable, Sendable { case none, zero, leadingZero, number, word }

  struct State: Hashable, Sendable {
    var part = Part.start
    var isMinus = false
    /// The place of the number that is read; limited, because all numbers behind the bound's are compared with 0.
    var place = 0
    /// The digits of the number, or the scalars of the identifier, up to one more than the bound has.
    var count = 0
    /// The order of these to the bound's.
    var current = 0
    /// The order of what was read before; 0 while it is equal.
    var order = 0
    /// The place of the first number that differed, up to 3; nil for none.
    var difference: Int?
    var identifier = Identifier.none
    /// True behind the hyphen of a pre-release; false for all where pre-releases are not told apart.
    var isPreRelease = false
  }

  var start: State { State() }

  func next(_ state: State, _ scalar: Unicode.Scalar) -> State {
    guard state.part != .noVersion, state.part != .closed, scalar.isASCII else { return Self.noVersion }
    let byte = UInt8(truncatingIfNeeded: scalar.value)
    return switch state.part {
    case .start, .sign, .dot, .number: number(state, byte)
    case .preReleaseStart, .preRelease: preRelease(state, byte)
    case .buildStart, .build: build(state, byte)
    case .parenthesis, .buildNumber, .buildNumberDot: buildNumber(state, byte)
    case .closed, .noVersion: Self.noVersion
    }
  }

  private static let noVersion = State(part: .noVersion)

  private func number(_ state: State, _ byte: UInt8) -> State {
    var next = state
    if (48...57).contains(byte) {
      next.part = .number
      let isDecided = state.order != 0
      let bound = numbers.indices.contains(state.place) ? numbers[state.place] : []
      if state.count == 0, byte == 48 || isDecided { return next }
      if state.current == 0, state.count < bound.count { next.current = Self.order(byte, bound[state.count]) }
      next.count = min(state.count + 1, bound.count + 1)
      return next
    }
    switch (state.part, byte) {
    case (.start, UInt8(ascii: "-")), (.start, UInt8(ascii: "+")):
      next.part = .sign
      next.isMinus = byte == UInt8(ascii: "-")
      return next
    case (.number, UInt8(ascii: ".")):
      next = ended(state)
      next.part = .dot
      return next
    case (.number, UInt8(ascii: "-")): return begin(.preReleaseStart, ended(state))
    case (.number, UInt8(ascii: "+")): return begin(.buildStart, ended(state))
    case (.number, UInt8(ascii: "(")): return begin(.parenthesis, ended(state))
    default: return Self.noVersion
    }
  }

  /// The state behind a number, which is compared with the bound's at its place.
  private func ended(_ state: State) -> State {
    var next = state
    next.count = 0
    next.current = 0
    next.place = state.order == 0 ? min(state.place + 1, max(numbers.count, 3)) : 0
    guard state.order == 0 else { return next }
    let bound = numbers.indices.contains(state.place) ? numbers[state.place] : []
    var order = state.count == bound.count ? state.current : state.count < bound.count ? -1 : 1
    if state.place == 0 {
      let isNegative = state.isMinus && state.count > 0
      order = isNegative != self.isNegative ? (isNegative ? -1 : 1) : isNegative ? -order : order
    }
    next.isMinus = false
    next.order = order
    if order != 0 {
      next.difference = min(state.place, 3)
      next.place = 0
    }
    return next
  }

  /// The state at the beginning of what stands behind the numbers; numbers that are missing are 0.
  private func begin(_ part: Part, _ state: State) -> State {
    var next = state
    if next.order == 0, let missing = numbers.indices.first(where: { $0 >= state.place && !numbers[$0].isEmpty }) {
      (next.order, next.difference) = (-1, min(missing, 3))
    }
    next.part = part
    next.place = 0
    next.isPreRelease = tellsPreReleases && part == .preReleaseStart
    if part == .preReleaseStart, next.order == 0, preRelease.isEmpty { next.order = -1 }
    if part != .preReleaseStart, next.order == 0, !preRelease.isEmpty { next.order = 1 }
    return next
  }

  private func preRelease(_ state: State, _ byte: UInt8) -> State {
    var next = state
    if Self.isIdentifier(byte) {
      next.part = .preRelease
      next.identifier = Self.identifier(state.identifier, byte)
      guard state.order == 0, preRelease.indices.contains(state.place) else { return next }
      let bound = preRelease[state.place]
      if state.current == 0, state.count < bound.count { next.current = Self.order(byte, bound[state.count]) }
      next.count = min(state.count + 1, bound.count + 1)
      return next
    }
    guard state.part == .preRelease, state.identifier != .leadingZero else { return Self.noVersion }
    next = endedIdentifier(state)
    switch byte {
    case UInt8(ascii: "."): next.part = .preReleaseStart
    case UInt8(ascii: "+"): next.part = .buildStart
    case UInt8(ascii: "("): next.part = .parenthesis
    default: return Self.noVersion
    }
    return next
  }

  /// The state behind an identifier. Where the bound has fewer identifiers, the version is above it.
  private func endedIdentifier(_ state: State) -> State {
    var next = state
    (next.count, next.current, next.identifier) = (0, 0, .none)
    guard state.order == 0 else { return next }
    guard preRelease.indices.contains(state.place) else {
      next.order = 1
      return next
    }
    let bound = preRelease[state.place]
    let (isNumber, boundIsNumber) = (state.identifier != .word, bound.allSatisfy { (48...57).contains($0) })
    if isNumber != boundIsNumber {
      next.order = isNumber ? -1 : 1
    } else if isNumber, state.count != bound.count {
      next.order = state.count < bound.count ? -1 : 1
    } else {
      next.order =
        state.current != 0 ? state.current : state.count == bound.count ? 0 : state.count < bound.count ? -1 : 1
    }
    next.place = next.order == 0 ? state.place + 1 : 0
    return next
  }

  private func build(_ state: State, _ byte: UInt8) -> State {
    var next = state
    if Self.isIdentifier(byte) {
      next.part = .build
      return next
    }
    guard state.part == .build else { return Self.noVersion }
    switch byte {
    case UInt8(ascii: "."): next.part = .buildStart
    case UInt8(ascii: "("): next.part = .parenthesis
    default: return Self.noVersion
    }
    return next
  }

  private func buildNumber(_ state: State, _ byte: UInt8) -> State {
    var next = state
    switch (state.part, byte) {
    case (_, 48...57): next.part = .buildNumber
    case (.buildNumber, UInt8(ascii: ".")): next.part = .buildNumberDot
    case (.buildNumber, UInt8(ascii: ")")): next.part = .closed
    default: return Self.noVersion
    }
    return next
  }

  private static func order(_ left: UInt8, _ right: UInt8) -> Int { left == right ? 0 : left < right ? -1 : 1 }

  private static func isIdentifier(_ byte: UInt8) -> Bool {
    (48...57).contains(byte) || (97...122).contains(byte) || (65...90).contains(byte) || byte == UInt8(ascii: "-")
  }

  private static func identifier(_ before: Identifier, _ byte: UInt8) -> Identifier {
    guard (48...57).contains(byte) else { return .word }
    switch before {
    case .none: return byte == 48 ? .zero : .number
    case .zero, .leadingZero: return .leadingZero
    case .number: return .number
    case .word: return .word
    }
  }
}
