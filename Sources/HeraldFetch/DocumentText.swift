import Herald

/// Decodes a body's bytes, or a file's, into the text of a document. Every command and fetch reads it here.
package enum DocumentText {
  /// Decodes a document's bytes.
  ///
  /// - Throws: `tooLarge` for more bytes than the limit, `notText` for bytes that cannot be decoded.
  static func document(_ bytes: [UInt8], charset: String? = nil, limit: Int) throws(FetchFault) -> String {
    guard bytes.count <= limit else { throw .tooLarge(limit: limit) }
    guard let text = read(bytes, charset: charset) else { throw .notText(charset: charset) }
    // UTF-16 and windows-1252 may grow on the way to UTF-8.
    guard text.utf8.count <= limit else { throw .tooLarge(limit: limit) }
    return text
  }

  /// Decodes the bytes of a document; nil for bytes that are not of their encoding, and for an encoding that is not read.
  ///
  /// A byte order mark comes before the media type's charset, and that before what the document declares. The mark of
  /// UTF-8 is left for the format's reader.
  package static func read(_ bytes: [UInt8], charset: String?) -> String? {
    if bytes.starts(with: [0xFF, 0xFE]) { return Encoding.utf16LittleEndian.text(bytes.dropFirst(2)) }
    if bytes.starts(with: [0xFE, 0xFF]) { return Encoding.utf16BigEndian.text(bytes.dropFirst(2)) }
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return Encoding.utf8.text(bytes[...]) }
    guard let label = charset ?? declaration(bytes) else { return Encoding.utf8.text(bytes[...]) }
    guard let encoding = Encoding(label: label) else { return nil }
    if encoding.isUTF16 {
      // What says UTF-16 in ASCII is ASCII; with other bytes it is of neither.
      if bytes.allSatisfy({ $0 < 0x80 && $0 > 0 }) { return Encoding.utf8.text(bytes[...]) }
      if bytes.starts(with: "<?xml".utf8) { return nil }
    }
    return encoding.text(bytes[...])
  }

  /// The encoding that an XML declaration names; nil without one.
  private static func declaration(_ bytes: [UInt8]) -> String? {
    if bytes.starts(with: [0x3C, 0, 0x3F, 0]) { return "utf-16le" }
    if bytes.starts(with: [0, 0x3C, 0, 0x3F]) { return "utf-16be" }
    guard bytes.starts(with: "<?xml".utf8) else { return nil }
    let head = bytes.prefix(256).prefix { $0 != UInt8(ascii: ">") && $0 < 0x80 }
    let words = String(decoding: head, as: UTF8.self).split { $0.isWhitespace || $0 == "=" || $0 == "?" }
    guard let key = words.firstIndex(of: "encoding"), key + 1 < words.endIndex else { return nil }
    return String(words[key + 1].filter { $0 != "\"" && $0 != "'" })
  }

  /// The parameter `charset` of a `Content-Type` (RFC 9110, section 8.3), without its quotes.
  static func charset(ofContentType value: String?) -> String? {
    guard let value else { return nil }
    for parameter in value.unicodeScalars.split(separator: ";", omittingEmptySubsequences: false).dropFirst() {
      let parts = parameter.split(separator: "=", maxSplits: 1).map { String($0).trimmed }
      guard parts.count == 2, parts[0].lowercased() == "charset" else { continue }
      let name = parts[1].unicodeScalars.filter { $0 != "\"" }
      return name.isEmpty ? nil : String(name)
    }
    return nil
  }
}
