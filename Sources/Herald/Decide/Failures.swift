/// For each rule that a decision looked at, the test that it failed; nil for the rule that is shown.
///
/// One byte for each of the first sixteen rules, because an array for each of a million decisions costs more than
/// deciding. Later rules are kept in an array.
struct Failures: Hashable, Sendable {
  /// The codes of the first eight rules, and of the next eight.
  private var low: UInt64 = 0
  private var high: UInt64 = 0
  private var more: [UInt8] = []
  private(set) var count = 0

  /// - Parameter failed: the test's index in ``RuleTests/inOrder``.
  mutating func append(_ failed: Int?) {
    let code = failed.map { UInt8(truncatingIfNeeded: $0 + 1) } ?? 0
    if count < 8 {
      low |= UInt64(code) &<< UInt64(count &* 8)
    } else if count < 16 {
      high |= UInt64(code) &<< UInt64((count - 8) &* 8)
    } else {
      more.append(code)
    }
    count += 1
  }
}

extension Failures: RandomAccessCollection {
  var startIndex: Int { 0 }
  var endIndex: Int { count }

  subscript(index: Int) -> RuleTest? {
    let code = code(index)
    return code == 0 ? nil : RuleTests.inOrder[code - 1]
  }

  /// 0 for the rule that is shown, otherwise the failed test's index plus one.
  func code(_ index: Int) -> Int {
    if index < 8 { return Int(low &>> UInt64(index &* 8) & 255) }
    if index < 16 { return Int(high &>> UInt64((index - 8) &* 8) & 255) }
    return Int(more[index - 16])
  }
}
