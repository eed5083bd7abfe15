/// Reads XML 1.0 with namespaces, strictly and without document types.
///
/// Foundation's parser is not used: on Linux it brings libxml2 and ICU into every binary, which costs a quarter of the
/// time that `herald` takes to start, it goes on after some errors, and it believes the encoding that the document names,
/// although the text has been decoded already. A document type is refused, so no entity has to be expanded.
struct XMLScanner {
  let bytes: [UInt8]
  var index = 0
  /// The tags that are open, each with the number of prefixes that were bound before it.
  private var open: [(tag: ArraySlice<UInt8>, scope: Int)] = []
  private var namespaces = XMLNamespaces()
  private var hasRoot = false

  init(_ text: String) {
    bytes = Array(text.utf8)
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
  }

  /// Reads the whole document.
  ///
  /// - Parameter take: called for each piece, in order.
  mutating func read(_ take: (XMLEvent) -> Void) throws(XMLFault) {
    try demandCharacters()
    try skipDeclaration()
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "<") {
        try readMarkup(take)
      } else {
        try readText(take)
      }
    }
    if let last = open.last { throw XMLFault(last.tag.startIndex, "the element has no end tag") }
    if !hasRoot { throw XMLFault(index, "the document has no element") }
  }

  private mutating func readMarkup(_ take: (XMLEvent) -> Void) throws(XMLFault) {
    if starts(with: "<!--") { return try skipComment() }
    if starts(with: "<?") { return try skipInstruction() }
    if starts(with: "<![CDATA[") { return try readCharacterData(take) }
    if starts(with: "<!") {
      throw XMLFault(
        index, "the document has a document type", fix: "remove the `<!DOCTYPE …>`, which feeds do not need")
    }
    if starts(with: "</") { return try readEndTag(take) }
    try readStartTag(take)
  }

  // MARK: Tags

  private mutating func readStartTag(_ take: (XMLEvent) -> Void) throws(XMLFault) {
    guard !open.isEmpty || !hasRoot else { throw XMLFault(index, "a second element follows the first") }
    hasRoot = true
    let start = index
    index += 1
    let tag = try readName()
    var attributes: [(name: ArraySlice<UInt8>, value: String)] = []
    var hasBlank = skipBlanks()
    while let byte = byte(at: index), byte != UInt8(ascii: ">"), byte != UInt8(ascii: "/") {
      guard hasBlank else { throw XMLFault(index, "white space is missing before an attribute") }
      attributes.append(try readAttribute())
      hasBlank = skipBlanks()
    }
    let isEmpty = byte(at: index) == UInt8(ascii: "/")
    if isEmpty { index += 1 }
    guard byte(at: index) == UInt8(ascii: ">") else { throw XMLFault(start, "the tag is not closed") }
    index += 1
    let scope = namespaces.count
    try namespaces.bind(attributes)
    let name = try namespaces.name(tag, isAttribute: false)
    take(.start(name, attributes: try namespaces.names(attributes), offset: start))
    if isEmpty {
      namespaces.end(scope)
      take(.end)
    } else {
      open.append((tag, scope))
    }
  }

  private mutating func readEndTag(_ take: (XMLEvent) -> Void) throws(XMLFault) {
    let start = index
    index += 2
    let tag = try readName()
    skipBlanks()
    guard byte(at: index) == UInt8(ascii: ">") else { throw XMLFault(start, "the end tag is not closed") }
    index += 1
    guard let last = open.popLast(), last.tag.elementsEqual(tag) else {
      throw XMLFault(start, "the end tag belongs to no element that is open here")
    }
    namespaces.end(last.scope)
    take(.end)
  }

  private mutating func readAttribute() throws(XMLFault) -> (name: ArraySlice<UInt8>, value: String) {
    let name = try readName()
    skipBlanks()
    guard byte(at: index) == UInt8(ascii: "=") else { throw XMLFault(index, "the attribute has no value") }
    index += 1
    skipBlanks()
    guard let quote = byte(at: index), quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
      throw XMLFault(index, "the attribute's value is not in quotes")
    }
    index += 1
    guard let end = bytes[index...].firstIndex(of: quote) else { throw XMLFault(index, "the quote is not closed") }
    if let bracket = bytes[index..<end].firstIndex(of: UInt8(ascii: "<")) {
      throw XMLFault(bracket, "`<` stands in an attribute's value", fix: "write `&lt;`")
    }
    let value = try XMLText.resolved(bytes, index..<end, isAttribute: true)
    index = end + 1
    return (name, value)
  }

  // MARK: Text

  private mutating func readText(_ take: (XMLEvent) -> Void) throws(XMLFault) {
    let end = bytes[index...].firstIndex(of: UInt8(ascii: "<")) ?? bytes.count
    if open.isEmpty {
      if let first = bytes[index..<end].first(where: { !XMLText.isBlank($0) }) {
        throw XMLFault(index, "`\(Unicode.Scalar(first))` stands outside of the document's element")
      }
    } else {
      if let mark = bytes[index..<end].firstIndex(of: "]]>") {
        throw XMLFault(mark, "`]]>` stands in a text", fix: "write `]]&gt;`")
      }
      take(.text(try XMLText.resolved(bytes, index..<end, isAttribute: false)))
    }
    index = end
  }

  private mutating func readCharacterData(_ take: (XMLEvent) -> Void) throws(XMLFault) {
    guard !open.isEmpty else { throw XMLFault(index, "character data stands outside of the document's element") }
    let start = index + 9
    guard let end = bytes[start...].firstIndex(of: "]]>") else { throw XMLFault(index, "the CDATA is not closed") }
    take(.text(XMLText.withoutReturns(bytes[start..<end])))
    index = end + 3
  }

  // MARK: Skipped markup

  private mutating func skipComment() throws(XMLFault) {
    guard let end = bytes[(index + 4)...].firstIndex(of: "--") else {
      throw XMLFault(index, "the comment is not closed")
    }
    guard byte(at: end + 2) == UInt8(ascii: ">") else { throw XMLFault(end, "`--` stands in a comment") }
    index = end + 3
  }

  private mutating func skipInstruction() throws(XMLFault) {
    let start = index
    index += 2
    let target = String(decoding: try readName(), as: UTF8.self)
    guard target.lowercased() != "xml" else {
      throw XMLFault(start, "the XML declaration does not begin the document", fix: "remove what stands before it")
    }
    guard !target.utf8.contains(UInt8(ascii: ":")), let end = bytes[index...].firstIndex(of: "?>"),
      end == index || XMLText.isBlank(bytes[index])
    else { throw XMLFault(start, "the processing instruction is not closed") }
    index = end + 2
  }

  private mutating func skipDeclaration() throws(XMLFault) {
    guard starts(with: "<?xml"), let next = byte(at: index + 5), XMLText.isBlank(next) else { return }
    let start = index
    index += 5
    var names: [String] = []
    while skipBlanks(), byte(at: index) != UInt8(ascii: "?") {
      names.append(String(decoding: try readAttribute().name, as: UTF8.self))
    }
    let known = ["version", "encoding", "standalone"]
    guard starts(with: "?>"), names.first == "version", names == known.filter(names.contains) else {
      throw XMLFault(start, "the XML declaration is broken", fix: "write <?xml version=\"1.0\" encoding=\"utf-8\"?>")
    }
    index += 2
  }

  // MARK: Pieces

  /// Throws for a character that no XML may hold, wherever it stands.
  private func demandCharacters() throws(XMLFault) {
    for (offset, byte) in bytes.enumerated() {
      let isControl = byte < 0x20 && !XMLText.isBlank(byte)
      let isNoncharacter =
        byte == 0xEF && offset + 2 < bytes.count && bytes[offset + 1] == 0xBF && bytes[offset + 2] >= 0xBE
      if isControl || isNoncharacter { throw XMLFault(offset, "XML has no such character", fix: "remove it") }
    }
  }

  private mutating func readName() throws(XMLFault) -> ArraySlice<UInt8> {
    let start = index
    guard let end = XMLText.endOfName(bytes, from: start) else { throw XMLFault(start, "a name is missing") }
    index = end
    return bytes[start..<end]
  }

  @discardableResult
  private mutating func skipBlanks() -> Bool {
    let start = index
    while let byte = byte(at: index), XMLText.isBlank(byte) { index += 1 }
    return index > start
  }

  private func byte(at index: Int) -> UInt8? { index < bytes.count ? bytes[index] : nil }

  private func starts(with text: StaticString) -> Bool {
    text.withUTF8Buffer { bytes[index...].starts(with: $0) }
  }
}

/// A name with its namespace, without the prefix that stands for it.
struct XMLName: Hashable {
  /// The namespace's URI; empty for none.
  let namespace: String
  let local: String

  init(_ local: String, in namespace: String = "") {
    self.namespace = namespace
    self.local = local
  }
}

/// A piece of an XML document, in the document's order.
enum XMLEvent {
  /// An element begins, with its attributes in the document's order.
  case start(XMLName, attributes: [XMLName: String], offset: Int)
  /// Characters of the innermost open element; one text may come in several pieces.
  case text(String)
  case end
}

/// The reason why a text is not XML that Herald reads, and the offset of the place in bytes.
struct XMLFault: Error {
  let offset: Int
  let reason: String
  let fix: String

  init(_ offset: Int, _ reason: String, fix: String = "correct the markup here") {
    self.offset = offset
    self.reason = reason
    self.fix = fix
  }
}
