import Herald

/// An event's id on a line of its own.
///
/// An id is any text. One with a newline would acknowledge two events, and one with an escape sequence would reach the
/// terminal: these are printed as JSON strings, with everything escaped that is not plain.
enum AcknowledgedID {
  static func text(of id: ExactString) -> String {
    guard id.string.shown != id.string || id.string.hasPrefix("\"") || id.string.hasPrefix("{") else {
      return id.string
    }
    return "\"" + id.string.unicodeScalars.map(escaped).joined() + "\""
  }

  private static func escaped(_ scalar: Unicode.Scalar) -> String {
    let text = String(scalar)
    if scalar == "\"" || scalar == "\\" { return "\\" + text }
    if text.shown == text { return text }
    return text.utf16.map { unit in
      let digits = String(unit, radix: 16)
      return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }.joined()
  }
}
