/// Lengths of time in words.
package enum LengthOfTime {
  /// An hour in milliseconds.
  package static let hour: Int64 = 3_600_000
  /// A day of 24 hours in milliseconds.
  package static let day: Int64 = 24 * hour

  /// - Parameter milliseconds: the length; the largest number stands for all that are larger.
  package static func words(_ milliseconds: Int64) -> String {
    if milliseconds == .max { return "more than 106751991167 d" }
    let sign = milliseconds < 0 ? "−" : ""
    var rest = milliseconds.magnitude
    var parts: [String] = []
    for (unit, size) in [("d", UInt64(86_400_000)), ("h", 3_600_000), ("min", 60_000)] where rest >= size {
      parts.append("\(rest / size) \(unit)")
      rest %= size
    }
    if rest > 0 || parts.isEmpty {
      let fraction = rest % 1000
      let digits = String(fraction)
      parts.append(
        "\(rest / 1000)" + (fraction == 0 ? "" : "." + String(repeating: "0", count: 3 - digits.count) + digits) + " s")
    }
    return sign + parts.joined(separator: " ")
  }
}
