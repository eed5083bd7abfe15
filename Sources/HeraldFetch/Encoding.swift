import Herald

/// An encoding of texts, by the labels of WHATWG's Encoding.
enum Encoding {
  case utf8, utf16, utf16LittleEndian, utf16BigEndian, windows1252

  private static let labels: [(encoding: Encoding, labels: String)] = [
    (.utf8, "unicode-1-1-utf-8 unicode11utf8 unicode20utf8 utf-8 utf8 x-unicode20utf8"),
    (.utf16, "utf-16 csunicode iso-10646-ucs-2 ucs-2 unicode"),
    (.utf16LittleEndian, "utf-16le unicodefeff"), (.utf16BigEndian, "utf-16be unicodefffe"),
    (
      .windows1252,
      "ansi_x3.4-1968 ascii cp1252 cp819 csisolatin1 ibm819 iso-8859-1 iso-ir-100 iso8859-1 iso88591 iso_8859-1 "
        + "iso_8859-1:1987 l1 latin1 us-ascii windows-1252 x-cp1252"
    ),
  ]

  /// The encoding of a label in any case; nil for another one.
  init?(label: String) {
    let name = label.trimmed.lowercased()
    guard let found = Self.labels.first(where: { $0.labels.split(separator: " ").contains { $0 == name } }) else {
      return nil
    }
    self = found.encoding
  }

  /// Decodes bytes; nil for bytes of another encoding.
  func text(_ bytes: ArraySlice<UInt8>) -> String? {
    switch self {
    case .utf8:
      let text = String(decoding: bytes, as: UTF8.self)
      // Decoding repairs invalid UTF-8, so the bytes differ then.
      return text.utf8.elementsEqual(bytes) ? text : nil
    case .utf16: return (bytes.first == 0 ? Encoding.utf16BigEndian : .utf16LittleEndian).text(bytes)
    case .utf16LittleEndian: return Self.utf16(bytes, littleEndian: true)
    case .utf16BigEndian: return Self.utf16(bytes, littleEndian: false)
    case .windows1252: return Self.windows1252(bytes)
    }
  }

  var isUTF16: Bool {
    switch self {
    case .utf16, .utf16LittleEndian, .utf16BigEndian: true
    case .utf8, .windows1252: false
    }
  }

  private static func utf16(_ bytes: ArraySlice<UInt8>, littleEndian: Bool) -> String? {
    guard bytes.count.isMultiple(of: 2) else { return nil }
    let units = stride(from: bytes.startIndex, to: bytes.endIndex, by: 2).map { at in
      let (first, second) = (UInt16(bytes[at]), UInt16(bytes[at + 1]))
      return littleEndian ? second << 8 | first : first << 8 | second
    }
    let text = String(decoding: units, as: UTF16.self)
    return text.utf16.elementsEqual(units) ? text : nil
  }

  /// The characters of 0x80 to 0x9F; those that it lacks are the controls of ISO 8859-1.
  private static let special: [UInt32] = [
    0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8D, 0x017D,
    0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D,
    0x017E, 0x0178,
  ]

  private static func windows1252(_ bytes: ArraySlice<UInt8>) -> String {
    var scalars = String.UnicodeScalarView()
    for byte in bytes {
      let special = (0x80...0x9F).contains(byte) ? Unicode.Scalar(Self.special[Int(byte) - 0x80]) : nil
      scalars.append(special ?? Unicode.Scalar(byte))
    }
    return String(scalars)
  }
}
