import Herald

extension Comparison {
  /// True if the found value is a time as the device's clock shows it, without its zone.
  var isOnClock: Bool { basis == .question && subject.hasSuffix("the device's clock") }

  /// The least version that a filter lets through which only excludes lower ones, such as `!<15.0`; nil for another.
  var atLeast: String? {
    guard wanted.hasPrefix("!<"), !wanted.dropFirst(2).contains(where: { ",!<>=*? ".contains($0) }) else { return nil }
    return String(wanted.dropFirst(2))
  }
}
