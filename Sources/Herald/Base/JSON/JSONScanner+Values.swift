extension JSONScanner {
  /// Checks and skips one value; returns its kind and its range.
  package mutating func value(depth: Int = 0) throws(JSONFault) -> JSONToken {
    skipBlanks()
    guard index < bytes.count else { throw fault(.unexpectedEnd) }
    let start = index
    switch bytes[index] {
    case UInt8(ascii: "\""):
      let text = try string()
      return JSONToken(kind: .string, hasEscapes: text.hasEscapes, start: text.start, end: text.end)
    case UInt8(ascii: "{"):
      try object(depth: depth + 1)
      return JSONToken(kind: .object, start: start, end: index)
    case UInt8(ascii: "["):
      try array(depth: depth + 1)
      return JSONToken(kind: .array, start: start, end: index)
    case UInt8(ascii: "t"): return try word("true", kind: .bool)
    case UInt8(ascii: "f"): return try word("false", kind: .bool)
    case UInt8(ascii: "n"): return try word("null", kind: .null)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      try number()
      return JSONToken(kind: .number, start: start, end: index)
    default: throw fault(.expected(.value))
    }
  }

  private mutating func word(_ word: StaticString, kind: JSONKind) throws(JSONFault) -> JSONToken {
    let start = index
    for offset in 0..<word.utf8CodeUnitCount {
      guard index < bytes.count else { throw fault(.unexpectedEnd) }
      guard bytes[index] == word.utf8Start[offset] else { throw fault(.expected(.value), at: start) }
      index += 1
    }
    return JSONToken(kind: kind, start: start, end: index)
  }

  /// RFC 8259, section 6.
  private mutating func number() throws(JSONFault) {
    let start = index
    if bytes[index] == UInt8(ascii: "-") { index += 1 }
    let whole = digits()
    guard whole > 0 else { throw numberFault(from: start) }
    if whole > 1, bytes[index - whole] == UInt8(ascii: "0") { throw fault(.malformedNumber, at: start) }
    if peek == UInt8(ascii: ".") {
      index += 1
      guard digits() > 0 else { throw numberFault(from: start) }
    }
    if let e = peek, e == UInt8(ascii: "e") || e == UInt8(ascii: "E") {
      index += 1
      if let sign = peek, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") { index += 1 }
      guard digits() > 0 else { throw numberFault(from: start) }
    }
  }

  private func numberFault(from start: Int) -> JSONFault {
    index == bytes.count ? fault(.unexpectedEnd) : fault(.malformedNumber, at: start)
  }

  private mutating func digits() -> Int {
    let start = index
    while index < bytes.count, bytes[index] >= 48, bytes[index] <= 57 { index += 1 }
    return index - start
  }

  private mutating func array(depth: Int) throws(JSONFault) {
    guard depth <= depthLimit else { throw fault(.nestedTooDeep(limit: depthLimit)) }
    index += 1
    skipBlanks()
    if peek == UInt8(ascii: "]") {
      index += 1
      return
    }
    repeat {
      try expectElement()
      _ = try value(depth: depth)
    } while try anotherElement(before: UInt8(ascii: "]"))
  }

  /// Throws where a comma stands in place of an element.
  mutating func expectElement() throws(JSONFault) {
    skipBlanks()
    if peek == UInt8(ascii: ",") { throw fault(.emptyElement) }
  }

  private mutating func object(depth: Int) throws(JSONFault) {
    try members(depth: depth) { (_, scanner) throws(JSONFault) in _ = try scanner.value(depth: depth) }
  }

  /// Reads an object. Calls `read` with each name, with the cursor before its value; `read` has to skip the value.
  package mutating func members(
    depth: Int, _ read: (NameToken, inout JSONScanner) throws(JSONFault) -> Void
  ) throws(JSONFault) {
    guard depth <= depthLimit else { throw fault(.nestedTooDeep(limit: depthLimit)) }
    try take(UInt8(ascii: "{"), orExpected: .object)
    skipBlanks()
    if peek == UInt8(ascii: "}") {
      index += 1
      return
    }
    let firstName = openNames.count
    repeat {
      let name = try self.name()
      try remember(name, since: firstName)
      try take(UInt8(ascii: ":"), orExpected: .colon)
      try read(name, &self)
    } while try anotherElement(before: UInt8(ascii: "}"))
    try forgetNames(since: firstName)
  }
}
