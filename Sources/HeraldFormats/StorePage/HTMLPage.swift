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
