/// Versions below, at, between and above given ones.
package struct SampleVersions: Sendable {
  /// The versions, the most likely first.
  package let texts: [String]

  /// - Parameter texts: normalized texts. Texts that are not versions are ignored.
  package init(around texts: [String]) {
    let bounds = texts.compactMap(Bound.init)
    let length = bounds.map(\.numbers.count).max() ?? 0
    self.texts =
      bounds.compactMap(\.lower) + bounds.map(\.text) + bounds.map { $0.above(length: length) }
      + [Bound.above(all: bounds)].compactMap(\.self) + bounds.map(\.respelt) + bounds.compactMap(\.justBelow)
      + bounds.compactMap(\.belowZero)
  }

  /// Versions around a version, and around its beginnings without the last numbers: 2.6, 2.7, … and 1 for 2.7.
  package static func texts(around text: String) -> [String] {
    let written = text.normalized
    // A sign in front belongs to the first number, and stays with it.
    let first = written.utf8.first
    let sign = first == UInt8(ascii: "-") ? "-" : ""
    let unsigned = written.utf8.dropFirst(first == UInt8(ascii: "+") || !sign.isEmpty ? 1 : 0)
    let numbers = unsigned.prefix { !"-+(".utf8.contains($0) }
    let pieces = numbers.split(separator: UInt8(ascii: "."))
    let shorter = pieces.indices.dropFirst().reversed().map { end in
      sign + pieces[..<end].map { String(Substring($0)) }.joined(separator: ".")
    }
    return ([written] + shorter).flatMap { SampleVersions(around: [$0]).texts }
  }

  /// A version later than all versions among the texts; nil where no text is a version.
  package static func later(than texts: [String]) -> String? { Bound.above(all: texts.compactMap(Bound.init)) }

  /// The parts of a version.
  private struct Bound {
    let sign: String
    let numbers: [String]
    /// The pre-release with its `-`; empty for a release.
    let preRelease: String

    init?(_ text: String) {
      guard AppVersion(normalized: text) != nil else { return nil }
      var rest = Substring(text)
      let first = rest.first
      if first == "+" || first == "-" { rest.removeFirst() }
      sign = first == "-" ? "-" : ""
      rest = rest.prefix { $0 != "+" && $0 != "(" }
      let number = rest.prefix { $0 != "-" }
      numbers = number.split(separator: ".").map(String.init)
      preRelease = String(rest[number.endIndex...])
    }

    private var number: String { sign + numbers.joined(separator: ".") }
    var text: String { number + preRelease }

    /// A lower version, such as 2.6 for 2.7, 9 for 10 and -2 for -1; nil for 0.
    var lower: String? {
      guard let index = numbers.lastIndex(where: { !$0.allSatisfy { $0 == "0" } }) else { return nil }
      if index == 0, !sign.isEmpty { return sign + (Self.above(all: [self]) ?? "1") }
      // A number that is too large for arithmetic is above 0 all the same.
      let value = Int(numbers[index]).map { $0 - 1 } ?? 0
      return sign + (numbers[..<index] + [String(value)] + numbers[(index + 1)...]).joined(separator: ".")
    }

    /// A version below 0, for a version that is 0; nil for any other.
    var belowZero: String? { numbers.allSatisfy { $0.allSatisfy { $0 == "0" } } ? "-1" : nil }

    /// A version after this one, and before any later one with at most `length` numbers.
    func above(length: Int) -> String {
      guard preRelease.isEmpty else { return text + ".0" }
      return number + String(repeating: ".0", count: max(0, length - numbers.count)) + ".1"
    }

    /// A version before this release and after every earlier one.
    var justBelow: String? { preRelease.isEmpty ? number + "-0" : nil }

    /// The same version in another spelling.
    var respelt: String { sign + "0" + numbers.joined(separator: ".") + preRelease }

    static func above(all bounds: [Bound]) -> String? {
      let firsts = bounds.compactMap { $0.numbers.first }
      guard !firsts.isEmpty else { return nil }
      let highest = firsts.compactMap { Int($0) }.max() ?? 0
      let isReadable = firsts.allSatisfy { Int($0) != nil } && highest < Int.max
      // A number that is too large for arithmetic is exceeded by a number with more digits.
      return isReadable
        ? String(highest + 1) : "1" + String(repeating: "0", count: firsts.map(\.count).max() ?? 1)
    }
  }
}
