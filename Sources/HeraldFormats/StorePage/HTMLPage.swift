import Herald

/// The content of a page: its JSON-LD and its visible text.
///
/// This small HTML reader never fails: bytes that are not markup are text.
struct HTMLPage {
  /// The content of each JSON-LD script, and its offset in the page in bytes.
  private(set) var linkedData: [(text: String, offset: Int)] = []
  /// The text that a browser would show, as far as markup shows it.
  private(set) var text = VisibleText()

  /// The number of the first element whose whole text is a label such as `Version 2.10`.
  private(set) var label: (number: String, offset: Int)?

  private let bytes: [UInt8]
  private var index = 0
  private var open = OpenElements()

  init(_ html: String) {
    bytes = Array(html.utf8)
    read()
  }

  private mutating func read() {
    while index < bytes.count {
      guard bytes[index] == UInt8(ascii: "<") else {
        let end = bytes[index...].firstIndex(of: UInt8(ascii: "<")) ?? bytes.count
        take(textTo: end)
        continue
      }
      if bytes[index...].starts(with: "<!--".utf8) {
        // `<!-->` is a whole comment.
        index = end(of: "-->", from: index + 2)
      } else if let next = byte(at: index + 1), next == UInt8(ascii: "!") || next == UInt8(ascii: "?") {
        index = end(of: ">", from: index)
      } else if let tag = HTMLTag(bytes, at: index) {
        index = tag.end
        take(tag)
      } else {
        take(textTo: index + 1)
      }
    }
    for start in open.starts { noteLabel(from: start) }
  }

  private mutating func noteLabel(from start: Int) {
    if label == nil { label = text.label(from: start) }
  }

  private func byte(at index: Int) -> UInt8? { index < bytes.count ? bytes[index] : nil }

  /// The offset after the next occurrence of a text, or the end of the page.
  private func end(of text: String, from start: Int) -> Int {
    bytes[min(start, bytes.count)...].firstIndex(of: text).map { $0 + text.utf8.count } ?? bytes.count
  }

  private mutating func take(textTo end: Int) {
    let written = String(decoding: bytes[index..<end], as: UTF8.self)
    text.append(CharacterReferences.resolved(written), offset: index)
    index = end
  }

  private mutating func take(_ tag: HTMLTag) {
    if tag.name == "br" {
      text.append("\n", offset: index)
    } else if Self.blocks.contains(tag.name) {
      text.endBlock()
    }
    if !tag.isEnd {
      open.begin(tag.name, at: text.count)
    } else if let start = open.end(tag.name) {
      noteLabel(from: start)
    }
    guard !tag.isEnd, Self.rawElements.contains(tag.name) else { return }
    let start = index
    let end = endTag(of: tag.name)
    if tag.name == "script", tag.mediaType == "application/ld+json" {
      linkedData.append((String(decoding: bytes[start..<end], as: UTF8.self), start))
    }
    index = HTMLTag(bytes, at: end)?.end ?? bytes.count
    _ = open.end(tag.name)
  }

  /// The offset of the end tag of an element whose content is not markup.
  private func endTag(of name: String) -> Int {
    var start = index
    while let found = bytes[start...].firstIndex(of: "</") {
      // Only the name is read: reading every tag in a script to its end would take quadratic time.
      if HTMLTag.name(bytes, at: found + 2)?.name == name { return found }
      start = found + 2
    }
    return bytes.count
  }

  /// Elements whose content is not markup (HTML, section 13.2.6), and is not part of the visible text.
  private static let rawElements: Set<String> = [
    "script", "style", "title", "textarea", "iframe", "noembed", "noframes", "xmp",
  ]

  /// Elements that start on a new line (HTML, section 15.3), and table cells.
  private static let blocks: Set<String> = [
    "address", "article", "aside", "blockquote", "body", "button", "caption", "center", "dd", "details", "dialog",
    "dir", "div", "dl", "dt", "fieldset", "figcaption", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6",
    "head", "header", "hgroup", "hr", "html", "legend", "li", "main", "menu", "nav", "ol", "optgroup", "option", "p",
    "pre", "search", "section", "select", "summary", "table", "tbody", "td", "template", "tfoot", "th", "thead", "tr",
    "ul",
  ]
}

extension BidirectionalCollection<UInt8> where Self: RandomAccessCollection, Index == Int {
  /// The index of a text's first occurrence among bytes.
  func firstIndex(of text: String) -> Int? {
    let wanted = Array(text.utf8)
    guard let first = wanted.first, count >= wanted.count else { return nil }
    var index = startIndex
    let last = endIndex - wanted.count
    while index <= last {
      if self[index] == first, self[index...].starts(with: wanted) { return index }
      index += 1
    }
    return nil
  }

  /// The index of a text's last occurrence among bytes.
  func lastIndex(of text: String) -> Int? {
    let wanted = Array(text.utf8)
    guard count >= wanted.count else { return nil }
    return (startIndex...(endIndex - wanted.count)).last { self[$0...].starts(with: wanted) }
  }
}

/// One tag of a page, such as `<script type="application/ld+json">`.
struct HTMLTag {
  /// In lower case.
  let name: String
  let isEnd: Bool
  /// The offset after the tag.
  private(set) var end: Int
  /// The attribute `type` without parameters, in lower case; empty where it is missing.
  private(set) var mediaType = ""

  /// Reads the tag at an offset; nil where no tag begins there.
  init?(_ bytes: [UInt8], at start: Int) {
    guard start + 1 < bytes.count, bytes[start] == UInt8(ascii: "<") else { return nil }
    isEnd = bytes[start + 1] == Self.slash
    guard let (name, end) = Self.name(bytes, at: start + (isEnd ? 2 : 1)) else { return nil }
    self.name = name
    self.end = end
    readAttributes(bytes)
  }

  /// The name at an offset in lower case, and the offset after it; nil where no letter is there.
  static func name(_ bytes: [UInt8], at start: Int) -> (name: String, end: Int)? {
    guard start < bytes.count, isLetter(bytes[start]) else { return nil }
    let end = bytes[start...].firstIndex { isBlank($0) || $0 == slash || $0 == closing } ?? bytes.count
    return (lowercased(bytes[start..<end]), end)
  }

  private static let slash = UInt8(ascii: "/")
  private static let closing = UInt8(ascii: ">")

  private mutating func readAttributes(_ bytes: [UInt8]) {
    var hasType = false
    while end < bytes.count {
      guard bytes[end] != Self.closing else {
        end += 1
        return
      }
      guard !Self.isBlank(bytes[end]), bytes[end] != Self.slash else {
        end += 1
        continue
      }
      let attribute = readAttribute(bytes)
      // The first of several attributes with one name counts.
      guard attribute.name == "type", !hasType else { continue }
      hasType = true
      let type = CharacterReferences.resolved(attribute.value).prefix { $0 != ";" }
      mediaType = String(type).trimmed.lowercased()
    }
  }

  private mutating func readAttribute(_ bytes: [UInt8]) -> (name: String, value: String) {
    let start = end
    // An equals sign in front belongs to the name.
    end += 1
    skip(bytes) { !Self.isBlank($0) && $0 != Self.slash && $0 != Self.closing && $0 != UInt8(ascii: "=") }
    let name = Self.lowercased(bytes[start..<end])
    skip(bytes, while: Self.isBlank)
    guard end < bytes.count, bytes[end] == UInt8(ascii: "=") else { return (name, "") }
    end += 1
    skip(bytes, while: Self.isBlank)
    guard end < bytes.count else { return (name, "") }
    let quote = bytes[end]
    guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
      let valueStart = end
      skip(bytes) { !Self.isBlank($0) && $0 != Self.closing }
      return (name, String(decoding: bytes[valueStart..<end], as: UTF8.self))
    }
    let valueStart = end + 1
    end = valueStart
    skip(bytes) { $0 != quote }
    let value = String(decoding: bytes[valueStart..<end], as: UTF8.self)
    end = min(end + 1, bytes.count)
    return (name, value)
  }

  private mutating func skip(_ bytes: [UInt8], while isSkipped: (UInt8) -> Bool) {
    while end < bytes.count, isSkipped(bytes[end]) { end += 1 }
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (65...90).contains(byte) || (97...122).contains(byte) }

  private static func isBlank(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0C, 0x0D].contains(byte) }

  private static func lowercased(_ bytes: ArraySlice<UInt8>) -> String {
    String(decoding: bytes.map { (65...90).contains($0) ? $0 + 32 : $0 }, as: UTF8.self)
  }
}

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
