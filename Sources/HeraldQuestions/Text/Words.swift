package import Herald

extension Int {
  /// A number of things in words: `1 return`, `2,000 returns`.
  ///
  /// - Parameter many: the plural; nil to append an `s`.
  package func of(_ one: String, _ many: String? = nil) -> String {
    "\(grouped) \(self == 1 ? one : many ?? one + "s")"
  }
}

extension Int {
  /// The number as an ordinal: `1st`, `2nd`, `3rd`, `11th`.
  var ordinal: String {
    if (11...13).contains(self % 100) { return "\(grouped)th" }
    return grouped + ([1: "st", 2: "nd", 3: "rd"][self % 10] ?? "th")
  }

  /// The ordinal of the next one, with the first three as words: `first`, `second`, `third`, `4th`.
  var nextOrdinal: String {
    let number = self + 1
    return (1...3).contains(number) ? ["first", "second", "third"][number - 1] : number.ordinal
  }
}

extension String {
  /// The text with trailing blanks, so that columns line up.
  package func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - columns)) }

  /// The text with blanks before it.
  package func leftPadded(to width: Int) -> String { String(repeating: " ", count: max(0, width - count)) + self }
}

extension String {
  /// The first line, shortened where it is long.
  package var firstLine: String {
    let line = unicodeScalars.prefix { $0 != "\n" && $0 != "\r" }
    let isWhole = line.count == unicodeScalars.count && line.count <= 60
    return String(String.UnicodeScalarView(line.prefix(60))) + (isWhole ? "" : "…")
  }
}

extension String {
  /// A sentence as the continuation of another one.
  package var clause: String {
    (first.map { $0.lowercased() } ?? "") + (hasSuffix(".") ? dropFirst().dropLast() : dropFirst())
  }
}

extension DeviceTime {
  /// The time of the device's clock with its zone, such as `2026-03-02 09:00:00.000 +01:00`.
  package var words: String {
    if isMissing { return description }
    let clock = Timestamp(milliseconds: wallClock).description.dropLast()
    let minutes = abs(offsetMinutes)
    let zone = "\(offsetMinutes < 0 ? "-" : "+")\(two(minutes / 60)):\(two(minutes % 60))"
    return clock.replacing("T", with: " ") + " " + zone
  }

  private func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}

/// Colours for a terminal, and plain text everywhere else.
package struct Style: Sendable {
  package let isColoured: Bool

  /// Without colours on any output.
  package static let plain = Style(isColoured: false)

  package init(isColoured: Bool) { self.isColoured = isColoured }

  private func paint(_ text: String, _ code: String) -> String {
    isColoured && !text.isEmpty ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }

  package func bold(_ text: String) -> String { paint(text, "1") }
  package func dim(_ text: String) -> String { paint(text, "2") }
  package func red(_ text: String) -> String { paint(text, "31") }
  package func green(_ text: String) -> String { paint(text, "32") }
  package func yellow(_ text: String) -> String { paint(text, "33") }
  package func blue(_ text: String) -> String { paint(text, "36") }
}
