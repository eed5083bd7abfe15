/// The number of an Apple bundle version, as Core Foundation's `CFBundleGetVersionNumber` computes it.
///
/// Two BCD digits major, one minor, one patch; a byte for the stage (`d` 0x20, `a` 0x40, `b` 0x60, `f` or none 0x80); a
/// byte for the build, 0 to 255: `1.0` is 0x01008000.
package struct BundleNumber: Hashable, Sendable {
  package let value: UInt32

  /// Reads `[0-9]{0,2}(\.([0-9](\.[0-9]?)?)?)?([dabf][0-9]{0,3})?`, one to ten characters; nil for anything else.
  package init?(_ text: String) {
    var rest = Array(text.utf8)[...]
    guard (1...10).contains(rest.count) else { return nil }
    var value = Self.digits(&rest, atMost: 2).reduce(0) { $0 << 4 | $1 } << 24
    if Self.takes(".", &rest) {
      let minor = Self.digits(&rest, atMost: 1)
      value |= (minor.first ?? 0) << 20
      if !minor.isEmpty, Self.takes(".", &rest) { value |= (Self.digits(&rest, atMost: 1).first ?? 0) << 16 }
    }
    var stage: UInt32 = 0x80
    var build: UInt32 = 0
    if let letter = rest.first, let known = Self.stages[letter] {
      rest.removeFirst()
      stage = known
      build = Self.digits(&rest, atMost: 3).reduce(0) { $0 * 10 + $1 }
    }
    guard rest.isEmpty, build <= 255 else { return nil }
    self.value = value | stage << 8 | build
  }

  private static let stages: [UInt8: UInt32] = [
    UInt8(ascii: "d"): 0x20, UInt8(ascii: "a"): 0x40, UInt8(ascii: "b"): 0x60, UInt8(ascii: "f"): 0x80,
  ]

  private static func digits(_ rest: inout ArraySlice<UInt8>, atMost limit: Int) -> [UInt32] {
    let digits = rest.prefix(limit).prefix { (48...57).contains($0) }
    rest = rest.dropFirst(digits.count)
    return digits.map { UInt32($0) - 48 }
  }

  private static func takes(_ character: Unicode.Scalar, _ rest: inout ArraySlice<UInt8>) -> Bool {
    guard rest.first == UInt8(ascii: character) else { return false }
    rest.removeFirst()
    return true
  }
}
