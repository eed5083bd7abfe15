/// The version of an app or of an operating system, such as `2.10`, `-1`, or `3.0-rc.1+build5`.
///
/// Numbers are compared component by component as integers of any size, a missing component being 0: 2.7 = 2.7.0 <
/// 2.10 < 10. A pre-release comes before its release, two of them compare as Semantic Versioning 2.0 section 11 says,
/// and build metadata and a build number in parentheses are ignored, as in `3.9 (120)`. `==` is this order's equality.
public struct AppVersion: Comparable, Sendable {
  /// A sign in front belongs to the first component.
  private let isNegative: Bool
  /// Digits without leading zeros ("" is 0), without trailing components of 0.
  private let components: [String]
  private let preRelease: [PreReleaseIdentifier]

  /// True if the version is a pre-release.
  public var isPreRelease: Bool { !preRelease.isEmpty }

  /// Parses a version, ignoring white space and case; nil if the text is not a version.
  public init?(_ text: String) { self.init(normalized: text.normalized) }

  /// Parses a version from a normalized text.
  package init?(normalized text: String) {
    var text = text
    guard let version = text.withUTF8({ Self(BorrowedBytes($0)) }) else { return nil }
    self = version
  }

  private init?(_ written: BorrowedBytes) {
    guard let text = Self.withoutBuildNumber(written) else { return nil }
    let (plus, minus) = (UInt8(ascii: "+"), UInt8(ascii: "-"))
    let sign = text.first
    let start = sign == plus || sign == minus ? 1 : 0
    let end = text[start...].firstIndex { $0 == minus || $0 == plus } ?? text.count
    guard var components = Self.digits(text.extracting(start..<end)) else { return nil }
    isNegative = sign == minus && components.first != ""
    while components.last == "" { components.removeLast() }
    self.components = components
    if end == text.count {
      preRelease = []
    } else {
      guard let preRelease = Self.preRelease(String(decoding: text.extracting(end...), as: UTF8.self)) else {
        return nil
      }
      self.preRelease = preRelease
    }
  }

  /// The version without a build number in parentheses at its end; nil where the parentheses have another content.
  private static func withoutBuildNumber(_ text: BorrowedBytes) -> BorrowedBytes? {
    guard text.last == UInt8(ascii: ")") else { return text }
    guard let opening = text[...].lastIndex(of: UInt8(ascii: "(")),
      digits(text.extracting((opening + 1)..<(text.count - 1))) != nil
    else { return nil }
    return text.extracting(0..<opening)
  }

  /// The components of `digits(.digits)*`, without leading zeros.
  ///
  /// Over bytes in memory, because the versions that prompts offer are parsed again and again. Bench row 2b: 3 %.
  private static func digits(_ text: BorrowedBytes) -> [String]? {
    var components: [String] = []
    var (start, hasDigits) = (0, false)
    for index in 0...text.count {
      if index == text.count || text[index] == UInt8(ascii: ".") {
        guard hasDigits else { return nil }
        components.append(String(decoding: text.extracting(start..<index), as: UTF8.self))
        (start, hasDigits) = (index + 1, false)
        continue
      }
      guard text[index] >= 48, text[index] <= 57 else { return nil }
      if text[index] == 48, index == start { start += 1 }
      hasDigits = true
    }
    return components
  }

  /// The identifiers of the pre-release after the numbers, in `-identifiers` and `+metadata`. Either may be missing;
  /// nil where the text has another form.
  private static func preRelease(_ text: String) -> [PreReleaseIdentifier]? {
    let plus = UInt8(ascii: "+")
    var rest = Substring(text).utf8
    var preRelease: [PreReleaseIdentifier] = []
    if rest.first == UInt8(ascii: "-") {
      let end = rest.firstIndex(of: plus) ?? rest.endIndex
      guard let identifiers = PreReleaseIdentifier.list(Substring(rest[..<end].dropFirst())) else { return nil }
      preRelease = identifiers
      rest = rest[end...]
    }
    guard rest.isEmpty || PreReleaseIdentifier.isBuildMetadata(Substring(rest.dropFirst())) else { return nil }
    return preRelease
  }

  /// The version that is one whole number, such as a version code.
  package init(number: Int) {
    isNegative = number < 0
    components = number == 0 ? [] : [String(number.magnitude)]
    preRelease = []
  }

  /// True if a normalized version has a part that is never compared: build metadata, or a number in parentheses.
  static func hasIgnoredPart(_ normalized: String) -> Bool {
    normalized.utf8.dropFirst().contains { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "(") }
  }

  /// The version's first numbers with dots between them, such as `6.0` of `6`; a missing one is 0.
  package func beginning(_ count: Int) -> String {
    let numbers = (0..<count).map { component($0).isEmpty ? "0" : component($0) }.joined(separator: ".")
    return (isNegative ? "-" : "") + numbers
  }

  /// The number at an index, 0 if it is missing.
  private func component(_ index: Int) -> String { index < components.count ? components[index] : "" }

  /// True if the left version is lower.
  public static func < (left: Self, right: Self) -> Bool { left.order(to: right) < 0 }
  /// True if neither version is lower, however they are written.
  public static func == (left: Self, right: Self) -> Bool { left.order(to: right) == 0 }

  /// Negative, zero or positive as this version is lower, equal or higher.
  private func order(to other: Self) -> Int {
    for index in 0..<max(components.count, other.components.count) {
      let order = order(ofNumber: index, to: other)
      if order != 0 { return order }
    }
    if preRelease.isEmpty || other.preRelease.isEmpty {
      return preRelease.isEmpty == other.preRelease.isEmpty ? 0 : preRelease.isEmpty ? 1 : -1
    }
    if preRelease.lexicographicallyPrecedes(other.preRelease) { return -1 }
    return preRelease == other.preRelease ? 0 : 1
  }

  /// The place of the first number that differs, from 0; nil where all are equal.
  func firstDifference(from other: Self) -> Int? {
    (0..<max(components.count, other.components.count)).first { order(ofNumber: $0, to: other) != 0 }
  }

  /// Negative, zero or positive as the number at a place is lower, equal or higher; a sign belongs to the first.
  func order(ofNumber index: Int, to other: Self) -> Int {
    let order = Self.order(component(index), other.component(index))
    guard index == 0 else { return order }
    if isNegative != other.isNegative { return isNegative ? -1 : 1 }
    return isNegative ? -order : order
  }

  /// Two integers written without leading zeros.
  private static func order(_ left: String, _ right: String) -> Int {
    let (a, b) = (left.utf8, right.utf8)
    if a.count != b.count { return a.count < b.count ? -1 : 1 }
    if a.elementsEqual(b) { return 0 }
    return a.lexicographicallyPrecedes(b) ? -1 : 1
  }
}

/// One identifier of a pre-release (Semantic Versioning 2.0, sections 9 and 11).
struct PreReleaseIdentifier: Comparable, Sendable {
  let text: String
  let isNumeric: Bool

  /// Reads identifiers between dots; nil where one is empty, has a foreign character or is a number with leading zeros.
  static func list(_ text: Substring) -> [Self]? {
    var identifiers: [Self] = []
    for part in text.split(separator: ".", omittingEmptySubsequences: false) {
      guard isIdentifier(part) else { return nil }
      let isNumeric = part.utf8.allSatisfy { $0 >= 48 && $0 <= 57 }
      if isNumeric, part.utf8.count > 1, part.first == "0" { return nil }
      identifiers.append(Self(text: String(part), isNumeric: isNumeric))
    }
    return identifiers
  }

  static func isBuildMetadata(_ text: Substring) -> Bool {
    text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy(isIdentifier)
  }

  private static func isIdentifier(_ part: Substring) -> Bool {
    !part.isEmpty
      && part.utf8.allSatisfy {
        ($0 >= 48 && $0 <= 57) || ($0 >= 97 && $0 <= 122) || ($0 >= 65 && $0 <= 90) || $0 == UInt8(ascii: "-")
      }
  }

  static func < (left: Self, right: Self) -> Bool {
    if left.isNumeric != right.isNumeric { return left.isNumeric }
    let (a, b) = (left.text.utf8, right.text.utf8)
    if left.isNumeric, a.count != b.count { return a.count < b.count }
    return a.lexicographicallyPrecedes(b)
  }

  static func == (left: Self, right: Self) -> Bool { left.text.utf8.elementsEqual(right.text.utf8) }
}
