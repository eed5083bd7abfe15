/// A number that somebody else wrote: in a header, an address, a form or a setting.
///
/// Everything from outside becomes a number here and nowhere else, so that no number is used before it was compared with
/// what it may be.
package enum OutsideNumber {
  /// Reads decimal digits, and nothing else: no sign, no blank.
  ///
  /// - Parameter range: the numbers that are allowed.
  /// - Returns: nil for another text, and for a number out of range, however long.
  package static func read(_ text: some StringProtocol, in range: ClosedRange<Int>) -> Int? {
    guard !text.isEmpty, text.utf8.allSatisfy({ (48...57).contains($0) }), let number = Int(text),
      range.contains(number)
    else { return nil }
    return number
  }
}
