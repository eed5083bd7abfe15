/// A part of a filter with `*` or `?`, for the whole value: `*` stands for any run of scalars, `?` for exactly one.
///
/// Matching takes steps in proportion to the length of the value, and with a `?` to a sixty-fourth of value × pattern. A
/// device may send a value of megabytes, and it must not hold up who reads its log.
package struct Wildcard: Sendable {
  /// The texts between the stars.
  private let pieces: [Piece]

  init(_ pattern: some Sequence<Unicode.Scalar>) {
    pieces = Array(pattern).split(separator: "*", omittingEmptySubsequences: false).map { Piece(Array($0)) }
  }

  func matches(_ value: [Unicode.Scalar]) -> Bool {
    guard let first = pieces.first, let last = pieces.last else { return value.isEmpty }
    guard pieces.count > 1 else { return first.count == value.count && first.fits(value, at: 0) }
    let end = value.count - last.count
    guard first.count <= end, first.fits(value, at: 0), last.fits(value, at: end) else { return false }
    // The leftmost place of each piece leaves the most for the pieces after it.
    var start = first.count
    for piece in pieces.dropFirst().dropLast() {
      guard let place = piece.find(in: value, start..<end) else { return false }
      start = place + piece.count
    }
    return true
  }

  /// A text without stars.
  private struct Piece: Sendable {
    private let scalars: [Unicode.Scalar]
    private let hasAny: Bool
    private static let any: Unicode.Scalar = "?"

    init(_ scalars: [Unicode.Scalar]) {
      self.scalars = scalars
      hasAny = scalars.contains(Self.any)
    }

    var count: Int { scalars.count }

    /// True if it stands in a value at a place, which has room for it.
    func fits(_ value: [Unicode.Scalar], at start: Int) -> Bool {
      scalars.indices.allSatisfy { scalars[$0] == Self.any || scalars[$0] == value[start + $0] }
    }

    /// The first place in a range of a value; nil where it stands nowhere.
    func find(in value: [Unicode.Scalar], _ range: Range<Int>) -> Int? {
      if scalars.isEmpty { return range.lowerBound }
      return hasAny ? findWithAny(in: value, range) : findPlain(in: value, range)
    }

    /// Knuth, Morris and Pratt: no scalar of the value is looked at twice.
    private func findPlain(in value: [Unicode.Scalar], _ range: Range<Int>) -> Int? {
      // For each place, the length of the longest beginning that ends there.
      var borders = [Int](repeating: 0, count: scalars.count)
      var length = 0
      for index in scalars.indices.dropFirst() {
        while length > 0, scalars[index] != scalars[length] { length = borders[length - 1] }
        if scalars[index] == scalars[length] { length += 1 }
        borders[index] = length
      }
      length = 0
      for index in range {
        while length > 0, value[index] != scalars[length] { length = borders[length - 1] }
        if value[index] == scalars[length] { length += 1 }
        if length == scalars.count { return index + 1 - length }
      }
      return nil
    }

    /// Baeza-Yates and Gonnet: a bit for each beginning of the piece that ends at the last scalar.
    private func findWithAny(in value: [Unicode.Scalar], _ range: Range<Int>) -> Int? {
      let words = (scalars.count + 63) / 64
      var others = [UInt64](repeating: 0, count: words)
      var masks: [Unicode.Scalar: [UInt64]] = [:]
      for (index, scalar) in scalars.enumerated() {
        let bit = UInt64(1) << UInt64(index % 64)
        if scalar == Self.any {
          others[index / 64] |= bit
        } else {
          masks[scalar, default: [UInt64](repeating: 0, count: words)][index / 64] |= bit
        }
      }
      for scalar in Array(masks.keys) {
        for word in 0..<words { masks[scalar]?[word] |= others[word] }
      }
      var begun = [UInt64](repeating: 0, count: words)
      let last = (word: (scalars.count - 1) / 64, bit: UInt64(1) << UInt64((scalars.count - 1) % 64))
      for index in range {
        let mask = masks[value[index]] ?? others
        var carry: UInt64 = 1
        for word in 0..<words {
          let next = begun[word] >> 63
          begun[word] = (begun[word] << 1 | carry) & mask[word]
          carry = next
        }
        if begun[last.word] & last.bit != 0 { return index + 1 - scalars.count }
      }
      return nil
    }
  }
}
