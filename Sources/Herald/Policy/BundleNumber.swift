/// The number of a bundle version, as CoreFoundation's `CFBundleGetVersionNumber` computes it: `1.0` is 0x01008000.
///
/// A bundle version is at most ten characters of the form `[0-9]{0,2}(\.([0-9](\.[0-9]?)?)?)?([dabf][0-9]{0,3})?`. Its
/// number has two binary-coded decimal digits for the first number, one for the second and one for the third, a byte
/// for the stage and a byte for the build.
public struct BundleNumber: Hashable, Sendable {
  /// At most 0x999980FF.
  public let value: UInt32

  /// Nil if the text is empty, of another form, or has a build above 255.
  public init?(_ bundleVersion: String) {
    var rest = Array(bundleVersion.utf8)[...]
    guard (1...10).contains(rest.count) else { return nil }
    let major = Self.digits(&rest, atMost: 2)
    var (minor, patch): (ArraySlice<UInt8>, ArraySlice<UInt8>) = ([], [])
    if Self.takeDot(&rest) {
      minor = Self.digits(&rest, atMost: 1)
      if !minor.isEmpty, Self.takeDot(&rest) { patch = Self.digits(&rest, atMost: 1) }
    }
    var stage: UInt32 = 0x80
    var build: UInt32 = 0
    if let letter = rest.first {
      guard let byte = Self.stage(letter) else { return nil }
      rest.removeFirst()
      stage = byte
      build = Self.number(Self.digits(&rest, atMost: 3), base: 10)
    }
    guard rest.isEmpty, build <= 255 else { return nil }
    let numbers = Self.number(major, base: 16) << 8 | Self.number(minor, base: 16) << 4 | Self.number(patch, base: 16)
    value = numbers << 16 | stage << 8 | build
  }

  private static func digits(_ rest: inout ArraySlice<UInt8>, atMost count: Int) -> ArraySlice<UInt8> {
    let digits = rest.prefix(count).prefix { (48...57).contains($0) }
    rest = rest.dropFirst(digits.count)
    return digits
  }

  private static func takeDot(_ rest: inout ArraySlice<UInt8>) -> Bool {
    guard rest.first == UInt8(ascii: ".") else { return false }
    rest.removeFirst()
    return true
  }

  /// Development, alpha, beta, final.
  private static func stage(_ letter: UInt8) -> UInt32? {
    switch letter {
    case UInt8(ascii: "d"): 0x20
    case UInt8(ascii: "a"): 0x40
    case UInt8(ascii: "b"): 0x60
    case UInt8(ascii: "f"): 0x80
    default: nil
    }
  }

  private static func number(_ digits: ArraySlice<UInt8>, base: UInt32) -> UInt32 {
    digits.reduce(0) { $0 * base + UInt32($1 - 48) }
  }
}

/// A number of any size that a document compares bundle numbers with.
public struct BundleNumberBound: Sendable {
  /// The number as the document writes it.
  public let text: ExactString
  private let number: DecimalNumber

  /// No bundle number is lower.
  public static let zero = BundleNumberBound(text: "0", number: .zero)

  private init(text: ExactString, number: DecimalNumber) {
    self.text = text
    self.number = number
  }

  /// - Parameter text: a number in JSON's form; nil if it is not a number, or is negative or fractional.
  public init?(_ text: String) {
    guard let number = DecimalNumber(json: text), !number.isNegative, number.isIntegral else { return nil }
    self.init(text: ExactString(text), number: number)
  }

  /// True if no bundle number can be lower.
  public var isZero: Bool { number == .zero }

  /// True if a bundle number is lower.
  package func isAbove(_ bundle: BundleNumber) -> Bool { isAbove(bundle.value) }

  /// True if the number of a bundle version is lower.
  package func isAbove(_ number: UInt32) -> Bool {
    DecimalNumber(json: String(number)).map { $0 < self.number } ?? false
  }
}
