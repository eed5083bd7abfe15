import Herald

/// The number of an app in the App Store, which the address of its page has: `https://apps.apple.com/app/id123456789`.
package enum AppNumber {
  private static let fewestDigits = 6

  /// The numbers that some addresses have, as their digits.
  static func all(in urls: [ExactString?]) -> [String] { urls.compactMap { $0.flatMap { number(in: $0.string) } } }

  /// The digits of the first part `id<digits>` of an address's path; nil without one.
  package static func number(in url: String) -> String? {
    let address = url.utf8.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
    for part in path(of: address).split(separator: UInt8(ascii: "/")) where part.starts(with: "id".utf8) {
      let digits = part.dropFirst(2)
      if digits.count >= fewestDigits, digits.allSatisfy(isDigit) { return String(Substring(digits)) }
    }
    return nil
  }

  /// The address from behind its authority on, or behind its scheme where it has none.
  private static func path(of address: Substring.UTF8View) -> Substring.UTF8View {
    let slash = UInt8(ascii: "/")
    guard let colon = address.firstIndex(of: UInt8(ascii: ":")), !address[..<colon].contains(slash) else {
      return address
    }
    let rest = address[address.index(after: colon)...]
    return rest.starts(with: [slash, slash]) ? rest.dropFirst(2).drop { $0 != slash } : rest
  }

  /// True if digits stand in a page as a number of their own: no digit is before or after them.
  static func stands(_ digits: String, in page: String) -> Bool {
    let (digits, bytes) = (Array(digits.utf8), Array(page.utf8))
    guard bytes.count >= digits.count else { return false }
    return (0...(bytes.count - digits.count)).contains { start in
      bytes[start] == digits[0] && bytes[start...].starts(with: digits)
        && (start == 0 || !isDigit(bytes[start - 1]))
        && (start + digits.count == bytes.count || !isDigit(bytes[start + digits.count]))
    }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (48...57).contains(byte) }
}
