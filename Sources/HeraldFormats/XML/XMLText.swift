/// The characters, names and references of XML 1.0.
enum XMLText {
  static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D }

  /// A text with its references replaced and its line ends normalized (sections 2.11 and 3.3.3).
  static func resolved(
    _ bytes: [UInt8], _ range: Range<Int>, isAttribute: Bool
  ) throws(XMLFault) -> String {
    var result: [UInt8] = []
    result.reserveCapacity(range.count)
    var index = range.lowerBound
    while index < range.upperBound {
      let byte = bytes[index]
      if byte == UInt8(ascii: "&") {
        let (scalar, end) = try reference(bytes, index, before: range.upperBound)
        result += Array(String(scalar).utf8)
        index = end
        continue
      }
      let isReturn = byte == 0x0D
      if isReturn, index + 1 < range.upperBound, bytes[index + 1] == 0x0A { index += 1 }
      result.append(isAttribute && isBlank(byte) ? 0x20 : isReturn ? 0x0A : byte)
      index += 1
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Character data with its line ends normalized.
  static func withoutReturns(_ bytes: ArraySlice<UInt8>) -> String {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    for index in bytes.indices {
      if bytes[index] == 0x0A, index > bytes.startIndex, bytes[index - 1] == 0x0D { continue }
      result.append(bytes[index] == 0x0D ? 0x0A : bytes[index])
    }
    return String(decoding: result, as: UTF8.self)
  }

  private static let named: [String: Unicode.Scalar] = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'"]

  /// The character of a reference, and the offset after it.
  private static func reference(
    _ bytes: [UInt8], _ start: Int, before limit: Int
  ) throws(XMLFault) -> (Unicode.Scalar, Int) {
    let end = bytes[start..<min(limit, start + 32)].firstIndex(of: UInt8(ascii: ";"))
    if let end {
      let name = String(decoding: bytes[(start + 1)..<end], as: UTF8.self)
      if let scalar = named[name] ?? number(name) { return (scalar, end + 1) }
    }
    throw XMLFault(start, "`&` begins no reference that XML has", fix: "write `&amp;`, or the character itself")
  }

  private static func number(_ name: String) -> Unicode.Scalar? {
    let isHex = name.hasPrefix("#x")
    guard name.hasPrefix("#") else { return nil }
    let digits = name.utf8.dropFirst(isHex ? 2 : 1)
    guard let first = digits.first, first != UInt8(ascii: "+"), first != UInt8(ascii: "-"),
      let value = UInt32(String(Substring(digits)), radix: isHex ? 16 : 10), let scalar = Unicode.Scalar(value)
    else { return nil }
    return isCharacter(scalar) ? scalar : nil
  }

  /// True if XML has a character (section 2.2).
  private static func isCharacter(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0A, 0x0D, 0x20...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF: true
    default: false
    }
  }

  /// The offset after the name that begins at an offset (section 2.3); nil where no name does.
  static func endOfName(_ bytes: [UInt8], from start: Int) -> Int? {
    var end = start
    while end < bytes.count {
      let byte = bytes[end]
      if byte < 0x80 {
        guard isNameStart(byte) || end > start && isNamePart(byte) else { break }
        end += 1
        continue
      }
      let length = byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
      guard end + length <= bytes.count,
        let scalar = String(decoding: bytes[end..<(end + length)], as: UTF8.self).unicodeScalars.first,
        isName(scalar, isFirst: end == start)
      else { break }
      end += length
    }
    return end > start ? end : nil
  }

  private static func isNameStart(_ byte: UInt8) -> Bool {
    (65...90).contains(byte) || (97...122).contains(byte) || byte == UInt8(ascii: "_") || byte == UInt8(ascii: ":")
  }

  private static func isNamePart(_ byte: UInt8) -> Bool {
    (48...57).contains(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
  }

  private static func isName(_ scalar: Unicode.Scalar, isFirst: Bool) -> Bool {
    switch scalar.value {
    case 0xC0...0xD6, 0xD8...0xF6, 0xF8...0x2FF, 0x370...0x37D, 0x37F...0x1FFF, 0x200C...0x200D, 0x2070...0x218F,
      0x2C00...0x2FEF, 0x3001...0xD7FF, 0xF900...0xFDCF, 0xFDF0...0xFFFD, 0x10000...0xEFFFF:
      true
    case 0xB7, 0x0300...0x036F, 0x203F...0x2040: !isFirst
    default: false
    }
  }
}

/// The prefixes that are bound to namespaces where a document is read (Namespaces in XML 1.0).
struct XMLNamespaces {
  private static let xml = "http://www.w3.org/XML/1998/namespace"
  private static let xmlns = "http://www.w3.org/2000/xmlns/"

  /// The namespaces of each prefix, the innermost last.
  private var bound: [String: [String]] = ["": [""], "xml": [xml]]
  /// The prefixes in the order in which they were bound.
  private var order: [String] = []

  var count: Int { order.count }

  /// Forgets the bindings of an element that ends.
  mutating func end(_ count: Int) {
    while order.count > count, let prefix = order.popLast() { bound[prefix]?.removeLast() }
  }

  /// Binds the prefixes that a tag's attributes declare.
  mutating func bind(_ attributes: [(name: ArraySlice<UInt8>, value: String)]) throws(XMLFault) {
    for attribute in attributes {
      let (space, local) = try Self.parts(attribute.name)
      let isDefault = space == nil && local == "xmlns"
      guard isDefault || space == "xmlns" else { continue }
      let prefix = isDefault ? "" : local
      let isReserved =
        prefix == "xmlns" || attribute.value == Self.xmlns || (prefix == "xml") != (attribute.value == Self.xml)
      guard !isReserved, isDefault || !attribute.value.isEmpty else {
        throw XMLFault(attribute.name.startIndex, "the prefix `\(prefix)` cannot stand for this namespace")
      }
      bound[prefix, default: []].append(attribute.value)
      order.append(prefix)
    }
  }

  /// The names of a tag's attributes, without those that bind prefixes.
  func names(_ attributes: [(name: ArraySlice<UInt8>, value: String)]) throws(XMLFault) -> [XMLName: String] {
    var names: [XMLName: String] = [:]
    for attribute in attributes {
      let name = try name(attribute.name, isAttribute: true)
      guard names.updateValue(attribute.value, forKey: name) == nil else {
        throw XMLFault(attribute.name.startIndex, "the attribute stands twice", fix: "remove one of them")
      }
    }
    return names.filter { $0.key.namespace != Self.xmlns }
  }

  func name(_ written: ArraySlice<UInt8>, isAttribute: Bool) throws(XMLFault) -> XMLName {
    let (prefix, local) = try Self.parts(written)
    if isAttribute, prefix == "xmlns" || prefix == nil && local == "xmlns" { return XMLName(local, in: Self.xmlns) }
    // An attribute without a prefix has no namespace, whatever the default is.
    guard let prefix else { return XMLName(local, in: isAttribute ? "" : namespace(of: "") ?? "") }
    guard let namespace = namespace(of: prefix) else {
      throw XMLFault(
        written.startIndex, "the prefix `\(prefix)` stands for no namespace", fix: "declare it as `xmlns:\(prefix)`")
    }
    return XMLName(local, in: namespace)
  }

  private func namespace(of prefix: String) -> String? { bound[prefix]?.last }

  private static func parts(_ name: ArraySlice<UInt8>) throws(XMLFault) -> (prefix: String?, local: String) {
    let parts = name.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    guard parts.count <= 2, parts.allSatisfy({ XMLText.endOfName(Array($0), from: 0) == $0.count }) else {
      throw XMLFault(name.startIndex, "the name has a colon that separates no prefix")
    }
    let local = String(decoding: parts[parts.count - 1], as: UTF8.self)
    return (parts.count == 2 ? String(decoding: parts[0], as: UTF8.self) : nil, local)
  }
}
