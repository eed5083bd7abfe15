import Herald

/// Decodes a body's bytes into the text of a document.
package enum DocumentText {
  /// Decodes a document's bytes.
  ///
  /// - Throws: `tooLarge` for more bytes than the limit, `notText` for bytes that cannot be decoded.
  static func document(_ bytes: [UInt8], charset: String? = nil, limit: Int) throws(FetchFault) -> String {
    guard bytes.count <= limit else { throw .tooLarge(limit: limit) }
    guard let text = read(bytes, charset: charset) else { throw .notText(charset: charset) }
    // UTF-16 and ISO 8859-1 may grow on the way to UTF-8.
    guard text.utf8.count <= limit else { throw .tooLarge(limit: limit) }
    return text
  }

  /// Decodes UTF-8, UTF-16 or ISO 8859-1; nil for any other bytes.
  ///
  /// The bytes decide before the label, because labels are often wrong. UTF-16 needs a byte order mark, or its label
  /// and a zero byte, which every JSON or HTML has in UTF-16. Valid UTF-8 is decoded as such, with its byte order mark
  /// left for the format's reader. ISO 8859-1 comes last, because every sequence of bytes is valid in it.
  package static func read(_ bytes: [UInt8], charset: String?) -> String? {
    let charset = charset?.lowercased()
    if bytes.starts(with: [0xFF, 0xFE]) { return utf16(bytes.dropFirst(2), littleEndian: true) }
    if bytes.starts(with: [0xFE, 0xFF]) { return utf16(bytes.dropFirst(2), littleEndian: false) }
    if let charset, charset.hasPrefix("utf-16"), bytes.contains(0) {
      // UTF-16 is big endian unless a mark or its name says otherwise (RFC 2781, section 4.3).
      return utf16(bytes[...], littleEndian: charset == "utf-16le")
    }
    let text = String(decoding: bytes, as: UTF8.self)
    // Decoding repairs invalid UTF-8, so the bytes differ then.
    if text.utf8.elementsEqual(bytes) { return text }
    guard let charset, latinNames.contains(charset) else { return nil }
    return String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
  }

  private static let latinNames: Set<String> = ["iso-8859-1", "iso8859-1", "iso_8859-1", "latin1", "l1"]

  private static func utf16(_ bytes: ArraySlice<UInt8>, littleEndian: Bool) -> String? {
    guard bytes.count.isMultiple(of: 2) else { return nil }
    let units = stride(from: bytes.startIndex, to: bytes.endIndex, by: 2).map { at in
      let (first, second) = (UInt16(bytes[at]), UInt16(bytes[at + 1]))
      return littleEndian ? second << 8 | first : first << 8 | second
    }
    let text = String(decoding: units, as: UTF16.self)
    return text.utf16.elementsEqual(units) ? text : nil
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
