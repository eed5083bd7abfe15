import Herald

/// A machine for bundle versions whose number is below a bound, as ``BundleNumber`` reads and compares them.
struct BundleNumberMachine: TextMachine {
  private let bound: BundleNumberBound

  init(bound: BundleNumberBound) { self.bound = bound }

  var name: String { "bundle number \(bound.text)" }
  var scalars: Set<Unicode.Scalar> { Set("0123456789.dabf".unicodeScalars) }

  /// The part of a bundle version that was read last.
  enum Part: Hashable, Sendable {
    case start
    case major(digits: Int)
    case firstDot, minor, secondDot, patch, stage
    case build(digits: Int)
    case noVersion
  }

  struct State: Hashable, Sendable {
    var part = Part.start
    /// The number so far; 0 once it is known whether it is lower.
    var number: UInt32 = 0
    /// The build so far. Once it is known whether the number is lower, one build stands for all that may be followed
    /// by the same digits.
    var build: UInt32 = 0
    var isLower: Bool?
  }

  var start: State { State() }

  func next(_ state: State, _ scalar: Unicode.Scalar) -> State {
    if (48...57).contains(scalar.value) { return digit(scalar.value - 48, after: state) }
    switch (state.part, scalar) {
    case (.start, "."), (.major, "."): return decided(state, .firstDot)
    case (.minor, "."): return decided(state, .secondDot)
    case (.build, _), (.stage, _), (.noVersion, _): return Self.noVersion
    case (_, "d"): return stage(0x20, after: state)
    case (_, "a"): return stage(0x40, after: state)
    case (_, "b"): return stage(0x60, after: state)
    case (_, "f"): return stage(0x80, after: state)
    default: return Self.noVersion
    }
  }

  private static let noVersion = State(part: .noVersion)

  private func digit(_ digit: UInt32, after state: State) -> State {
    var next = state
    switch state.part {
    case .start, .major(digits: 1):
      next.number = state.number << 4 | digit << 24
      return state.part == .start
        ? State(part: .major(digits: 1), number: next.number) : decided(next, .major(digits: 2))
    case .firstDot:
      next.number |= digit << 20
      return decided(next, .minor)
    case .secondDot:
      next.number |= digit << 16
      return decided(next, .patch)
    case .stage: return build(digit, digits: 1, after: state)
    case .build(let digits) where digits < 3: return build(state.build * 10 + digit, digits: digits + 1, after: state)
    case .major, .minor, .patch, .build, .noVersion: return Self.noVersion
    }
  }

  private func stage(_ byte: UInt32, after state: State) -> State {
    var next = state
    next.number |= byte << 8
    return decided(next, .stage)
  }

  private func build(_ build: UInt32, digits: Int, after state: State) -> State {
    guard build <= 255 else { return Self.noVersion }
    var next = state
    next.build = build
    return decided(next, .build(digits: digits))
  }

  /// The state behind a part, without what decides nothing any more.
  private func decided(_ state: State, _ part: Part) -> State {
    var next = state
    next.part = part
    if next.isLower == nil {
      let (least, most) = Self.range(next.number, after: part, next.build)
      if bound.isAbove(most) { next.isLower = true } else if !bound.isAbove(least) { next.isLower = false }
    }
    if next.isLower != nil {
      next.number = 0
      next.build = Self.standIn(for: next.build, after: part)
    }
    return next
  }

  /// The least and the highest number of a bundle version that goes on behind a part, or ends there.
  private static func range(_ number: UInt32, after part: Part, _ build: UInt32) -> (UInt32, UInt32) {
    switch part {
    case .start, .noVersion: (0, .max)
    case .major, .firstDot: (number | 0x2000, number | 0x9980FF)
    case .minor, .secondDot: (number | 0x2000, number | 0x980FF)
    case .patch: (number | 0x2000, number | 0x80FF)
    case .stage: (number, number | 0xFF)
    case .build(digits: 3): (number | build, number | build)
    case .build: (number | build, number | 0xFF)
    }
  }

  /// A build that may be followed by the same digits as another one: builds end at 255.
  private static func standIn(for build: UInt32, after part: Part) -> UInt32 {
    switch (part, build) {
    case (.build(digits: 1), 0...1), (.build(digits: 2), 0...24), (.build(digits: 3), _): 0
    case (.build(digits: 1), 3...): 3
    case (.build(digits: 2), 26...): 26
    default: build
    }
  }
}

extension BundleNumber {
  /// The lowest version, as people write it, whose number is not below a bound; nil where each is below.
  static func lowestVersion(notBelow bound: BundleNumberBound) -> String? {
    func version(_ index: Int) -> String {
      let (major, minor, patch) = (index / 100, index / 10 % 10, index % 10)
      return patch == 0 ? "\(major).\(minor)" : "\(major).\(minor).\(patch)"
    }
    var candidates = 0..<10_000
    while !candidates.isEmpty {
      let middle = candidates.lowerBound + candidates.count / 2
      let isLower = BundleNumber(version(middle)).map { bound.isAbove($0) } ?? true
      candidates = isLower ? middle + 1..<candidates.upperBound : candidates.lowerBound..<middle
    }
    return candidates.lowerBound < 10_000 ? version(candidates.lowerBound) : nil
  }
}
