/// The elements of a page that have begun and not yet ended, each with the start of its text.
struct OpenElements {
  private var elements: [(name: String, start: Int)] = []
  /// Number of open elements of each name, so that an end tag without a beginning is found in constant time.
  private var counts: [String: Int] = [:]

  /// Elements without content (HTML, section 13.1.2).
  private static let void: Set<String> = [
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source", "track", "wbr",
  ]

  mutating func begin(_ name: String, at start: Int) {
    guard !Self.void.contains(name) else { return }
    elements.append((name, start))
    counts[name, default: 0] += 1
  }

  /// Ends an element, and those inside that have no end tag.
  ///
  /// - Returns: the start of the element's text; nil if no such element is open.
  mutating func end(_ name: String) -> Int? {
    guard counts[name, default: 0] > 0 else { return nil }
    while let last = elements.popLast() {
      counts[last.name, default: 1] -= 1
      if last.name == name { return last.start }
    }
    return nil
  }

  /// The starts of the elements that are open at the end of the page, the innermost first.
  var starts: [Int] { elements.reversed().map(\.start) }
}
