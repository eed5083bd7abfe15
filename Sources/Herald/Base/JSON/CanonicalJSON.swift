/// Writes a JSON value in its canonical form (RFC 8785, JSON Canonicalization Scheme), so that equal values hash
/// equally.
package enum CanonicalJSON {
  /// Writes a value.
  ///
  /// - Parameter numbersAsWritten: true to keep the digits of numbers, against RFC 8785.
  package static func write(_ node: JSONNode, numbersAsWritten: Bool = false, into output: inout JSONWriter) {
    switch node.value {
    case .null: output.raw("null")
    case .bool(let bool): output.raw(bool ? "true" : "false")
    case .number(let text): output.raw(json: numbersAsWritten ? text : number(text))
    case .string(let string): output.string(string)
    case .array(let elements):
      output.array(elements) { write($1, numbersAsWritten: numbersAsWritten, into: &$0) }
    case .object(let members):
      let sorted = members.sorted { precedes($0.name, $1.name) }
      output.object {
        for member in sorted {
          $0.member(named: ExactString(member.name)) {
            write(member.node, numbersAsWritten: numbersAsWritten, into: &$0)
          }
        }
      }
    }
  }

  /// Names are sorted by their UTF-16 code units (RFC 8785, section 3.2.3).
  package static func precedes(_ left: String, _ right: String) -> Bool {
    left.utf16.lexicographicallyPrecedes(right.utf16)
  }

  /// A number as ECMAScript writes the nearest binary double (RFC 8785, section 3.2.2.3): `5.0` is `5`, `1e21` is
  /// `1e+21`. A number out of the range of doubles stays as it is written.
  package static func number(_ text: String) -> String {
    guard let value = Double(text), value.isFinite else { return text }
    if value == 0 { return "0" }
    let (digits, pointAt) = shortestDigits(of: value.magnitude)
    let sign = value < 0 ? "-" : ""
    let count = digits.count
    if count <= pointAt, pointAt <= 21 { return sign + digits + String(repeating: "0", count: pointAt - count) }
    if pointAt > 0, pointAt <= 21 { return sign + digits.prefix(pointAt) + "." + digits.dropFirst(pointAt) }
    if pointAt > -6, pointAt <= 0 { return sign + "0." + String(repeating: "0", count: -pointAt) + digits }
    let fraction = count > 1 ? "." + digits.dropFirst() : ""
    let power = pointAt - 1
    return sign + digits.prefix(1) + fraction + "e" + (power < 0 ? "-" : "+") + String(power.magnitude)
  }

  /// The fewest digits that identify a positive double, and the position of the decimal point before or after them.
  private static func shortestDigits(of value: Double) -> (digits: String, pointAt: Int) {
    // Swift's description is the shortest text that reads back as the same number, such as 123.45 or 1.2345e+20.
    let parts = value.description.split(separator: "e")
    let power = parts.count > 1 ? Int(parts[1]) ?? 0 : 0
    let halves = parts[0].split(separator: ".", omittingEmptySubsequences: false)
    let whole = String(halves[0])
    let fraction = halves.count > 1 ? String(halves[1]) : ""
    let all = whole + fraction
    let leadingZeros = all.prefix { $0 == "0" }.count
    var digits = all.dropFirst(leadingZeros)
    while digits.last == "0" { digits.removeLast() }
    return (String(digits), whole.count + power - leadingZeros)
  }
}
