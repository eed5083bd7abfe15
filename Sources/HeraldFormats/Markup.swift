import Herald

/// The words of a text for people that contains markup: stores and feeds publish HTML, and prompts show plain text.
enum Markup {
  /// Elements whose ends and beginnings are breaks between lines.
  private static let blocks: Set<String> = [
    "address", "article", "aside", "blockquote", "body", "br", "dd", "div", "dl", "dt", "footer", "h1", "h2", "h3",
    "h4",
    "h5", "h6", "head", "header", "hr", "html", "li", "main", "nav", "ol", "p", "pre", "section", "table", "td", "th",
    "tr", "ul",
  ]
  /// Elements whose content is never shown as text.
  private static let hidden: Set<String> = ["script", "style"]

  /// The text without its markup; nil where no word is left.
  ///
  /// A text without markup stays as it is.
  static func words(of text: String?) -> String? {
    guard let text, !text.isBlank else { return nil }
    let bytes = Array(text.utf8)
    guard hasMarkup(bytes) else { return text }
    let rest = withoutTags(bytes)
    let words = CharacterReferences.resolved(rest)
    // A text without tags keeps its lines as they are.
    let laidOut = rest.utf8.elementsEqual(bytes) ? words : lines(words)
    return laidOut.isBlank ? nil : laidOut
  }

  /// True if a text has a tag, a comment or a reference to a character.
  private static func hasMarkup(_ bytes: [UInt8]) -> Bool {
    bytes.indices.contains { index in
      let next = index + 1 < bytes.count ? bytes[index + 1] : 0
      switch bytes[index] {
      case UInt8(ascii: "<"):
        return isLetter(next) || next == UInt8(ascii: "/") || next == UInt8(ascii: "!")
      case UInt8(ascii: "&"):
        let name = bytes[(index + 1)...].prefix(32).prefix {
          isLetter($0) || (48...57).contains($0) || $0 == UInt8(ascii: "#")
        }
        return !name.isEmpty && name.endIndex < bytes.count && bytes[name.endIndex] == UInt8(ascii: ";")
      default: return false
      }
    }
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (65...90).contains(byte) || (97...122).contains(byte) }

  private static func withoutTags(_ bytes: [UInt8]) -> String {
    var (text, index) = ([UInt8](), 0)
    while index < bytes.count {
      if bytes[index...].starts(with: "<!--".utf8) {
        index = bytes[(index + 2)...].firstIndex(of: "-->").map { $0 + 3 } ?? bytes.count
      } else if bytes[index...].starts(with: "<!".utf8) || bytes[index...].starts(with: "<?".utf8) {
        index = bytes[index...].firstIndex(of: UInt8(ascii: ">")).map { $0 + 1 } ?? bytes.count
      } else if bytes[index] == UInt8(ascii: "<"), let tag = HTMLTag(bytes, at: index),
        bytes[tag.end - 1] == UInt8(ascii: ">")
      {
        if blocks.contains(tag.name) { text.append(0x0A) }
        index = tag.end
        if !tag.isEnd, hidden.contains(tag.name) { index = endTag(of: tag.name, in: bytes, from: index) }
      } else {
        text.append(bytes[index])
        index += 1
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// The offset of the next end tag of a name, or of the end.
  private static func endTag(of name: String, in bytes: [UInt8], from start: Int) -> Int {
    var index = start
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "<"), let tag = HTMLTag(bytes, at: index), tag.isEnd, tag.name == name {
        return index
      }
      index += 1
    }
    return bytes.count
  }

  /// The lines that are not blank, with single spaces between their words.
  private static func lines(_ text: String) -> String {
    text.split(whereSeparator: \.isNewline)
      .map { line in line.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
      .filter { !$0.isEmpty }.joined(separator: "\n")
  }
}

extension PromptTexts {
  /// The texts without their markup.
  var inWords: PromptTexts {
    PromptTexts(
      message: Markup.words(of: message), title: Markup.words(of: title), whatIsNew: Markup.words(of: whatIsNew),
      warnings: Markup.words(of: warnings), imageURL: imageURL, updateButton: Markup.words(of: updateButton))
  }
}
