import Herald

/// From a body's bytes to the text of a document.
enum DocumentText {
  /// Reads a document's bytes, or says why they are none.
  static func document(_ bytes: [UInt8], charset: String? = nil, limit: Int) throws(FetchFault) -> String {
    guard bytes.count <= limit else { throw .tooLarge(limit: limit) }
    guard let text = read(bytes, charset: charset) else { throw .notText(charset: charset) }
    // UTF-16 and ISO 8859-1 may grow on the way to UTF-8.
    guard text.utf8.count <= limit else { throw .tooLarge(limit: limit) }
    return text
  }

  /// Reads UTF-8, UTF-16 and ISO 8859-1; nil where the bytes are none of what they can be.
  ///
  /// The bytes decide where they can, for labels are often wrong: UTF-16 needs its byte order mark, or its label and a
  /// zero byte, as every JSON or HTML has in UTF-16. Then what is UTF-8 is read so, its byte order mark left for the
  /// reader. ISO 8859-1 is only believed of bytes that are nothing else, as every sequence of bytes is text in it.
  static func read(_ bytes: [UInt8], charset: String?) -> String? {
    let charset = charset?.lowercased()
    if bytes.starts(with: [0xFF, 0xFE]) { return utf16(bytes.dropFirst(2), littleEndian: true) }
    if bytes.starts(with: [0xFE, 0xFF]) { return utf16(bytes.dropFirst(2), littleEndian: false) }
    if let charset, charset.hasPrefix("utf-16"), bytes.contains(0) {
      // Without a mark and without an order in its name it is big endian (RFC 2781, section 4.3).
      return utf16(bytes[...], littleEndian: charset == "utf-16le")
    }
    let text = String(decoding: bytes, as: UTF8.self)
    // What is no UTF-8 was repaired, so its bytes differ.
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
