/// A set of small numbers, as bits.
struct BitSet: Hashable {
  private var words: [UInt64]
  private let size: Int

  /// - Parameter count: the numbers are below it.
  init(count: Int) {
    words = [UInt64](repeating: 0, count: (count + 63) / 64)
    size = count
  }

  mutating func insert(_ number: Int) { words[number / 64] |= 1 << UInt64(number % 64) }

  mutating func formComplement() {
    for index in words.indices { words[index] = ~words[index] }
    if size % 64 > 0 { words[words.count - 1] &= (1 << UInt64(size % 64)) - 1 }
  }

  /// The numbers of elements that two sets share: within a third one, and outside.
  func counts(with other: BitSet, among third: BitSet) -> (inside: Int, outside: Int) {
    var (inside, outside) = (0, 0)
    for index in words.indices {
      let both = words[index] & other.words[index]
      inside += (both & third.words[index]).nonzeroBitCount
      outside += (both & ~third.words[index]).nonzeroBitCount
    }
    return (inside, outside)
  }

  func intersection(_ other: BitSet) -> BitSet {
    var both = self
    for index in words.indices { both.words[index] &= other.words[index] }
    return both
  }

  func subtracting(_ other: BitSet) -> BitSet {
    var rest = self
    for index in words.indices { rest.words[index] &= ~other.words[index] }
    return rest
  }

  /// The elements in their order.
  var elements: [Int] {
    words.enumerated().flatMap { index, word in
      var (word, elements) = (word, [Int]())
      while word != 0 {
        elements.append(index * 64 + word.trailingZeroBitCount)
        word &= word - 1
      }
      return elements
    }
  }
}
