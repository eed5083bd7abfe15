/// A JSON value with its place, for documents whose findings name line and column.
package struct JSONNode: Sendable {
  package indirect enum Value: Sendable {
    case null
    case bool(Bool)
    /// The number as it is written.
    case number(String)
    case string(String)
    case array([JSONNode])
    case object([JSONMember])
  }

  package let value: Value
  /// The range of the value in bytes. A string's range includes its quotes.
  package let place: Range<Int>

  package init(_ value: Value, place: Range<Int>) {
    self.value = value
    self.place = place
  }

  /// The members of an object; nil for any other value.
  package var members: [JSONMember]? {
    if case .object(let members) = value { members } else { nil }
  }

  package var string: String? {
    if case .string(let string) = value { string } else { nil }
  }

  /// The value of a number without a fraction; nil for another value.
  package var wholeNumber: Int? { if case .number(let text) = value { Int(text) } else { nil } }

  /// The elements of an array; nil for any other value.
  package var array: [JSONNode]? { if case .array(let elements) = value { elements } else { nil } }

  package var isNull: Bool {
    if case .null = value { true } else { false }
  }

  /// The value of an object's member. A member that is `null` counts as absent.
  package subscript(name name: String) -> JSONNode? {
    guard let member = members?.first(where: { ExactString($0.name) == ExactString(name) }) else { return nil }
    return member.node.isNull ? nil : member.node
  }

  package var kind: JSONKind {
    switch value {
    case .null: .null
    case .bool: .bool
    case .number: .number
    case .string: .string
    case .array: .array
    case .object: .object
    }
  }

  /// The kind as an error names it, such as `an object`.
  package var kindName: String { kind.name }
}

/// A name and its value in an object, in the order of the document.
package struct JSONMember: Sendable {
  package let name: String
  package let node: JSONNode
  package init(name: String, node: JSONNode) {
    self.name = name
    self.node = node
  }
}

extension JSONNode {
  /// The mistakes that were accepted during the reading, for diagnostics.
  package struct Leniencies: Sendable {
    package var hadByteOrderMark = false
    package var trailingCommas: [Int] = []
  }

  /// Reads a text with one value.
  ///
  /// - Parameters:
  ///   - text: the text.
  ///   - depthLimit: the most levels of nested objects and arrays; the root is level 1.
  ///   - lenient: true to accept and report a byte order mark and trailing commas before `]` or `}`.
  package static func read(
    _ text: String, depthLimit: Int = 512, lenient: Bool = false
  ) throws(JSONFault) -> (node: JSONNode, leniencies: Leniencies) {
    try text.withBorrowedBytes { (bytes) throws(JSONFault) in
      var scanner = JSONScanner(bytes, depthLimit: depthLimit, allowsTrailingCommas: lenient)
      var leniencies = Leniencies()
      if lenient, bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
        leniencies.hadByteOrderMark = true
        scanner.index = 3
      }
      let node = try scanner.node(depth: 0)
      try scanner.end()
      leniencies.trailingCommas = scanner.trailingCommas
      return (node, leniencies)
    }
  }
}

extension JSONScanner {
  /// Reads one value into a tree.
  mutating func node(depth: Int) throws(JSONFault) -> JSONNode {
    skipBlanks()
    let start = index
    switch peek {
    case UInt8(ascii: "{"):
      var members: [JSONMember] = []
      try self.members(depth: depth + 1) { (name, scanner) throws(JSONFault) in
        members.append(JSONMember(name: scanner.text.text(of: name), node: try scanner.node(depth: depth + 1)))
      }
      return JSONNode(.object(members), place: start..<index)
    case UInt8(ascii: "["):
      return JSONNode(.array(try elements(depth: depth + 1)), place: start..<index)
    default:
      let token = try value(depth: depth)
      return JSONNode(scalar(token), place: start..<index)
    }
  }

  private mutating func elements(depth: Int) throws(JSONFault) -> [JSONNode] {
    guard depth <= depthLimit else { throw fault(.nestedTooDeep(limit: depthLimit)) }
    index += 1
    skipBlanks()
    if peek == UInt8(ascii: "]") {
      index += 1
      return []
    }
    var elements: [JSONNode] = []
    repeat {
      try expectElement()
      elements.append(try node(depth: depth))
    } while try anotherElement(before: UInt8(ascii: "]"))
    return elements
  }

  private func scalar(_ token: JSONToken) -> JSONNode.Value {
    switch token.kind {
    case .string: .string(text.text(of: token))
    case .number: .number(text.text(of: token))
    case .bool: .bool(bytes[token.start] == UInt8(ascii: "t"))
    default: .null
    }
  }
}

/// Equality as JSON values: members in any order, numbers by value, texts scalar by scalar.
extension JSONNode {
  package func isEqualValue(to other: JSONNode) -> Bool {
    switch (value, other.value) {
    case (.null, .null): return true
    case (.bool(let a), .bool(let b)): return a == b
    case (.number(let a), .number(let b)):
      return a == b || DecimalNumber(json: a) == DecimalNumber(json: b)
    case (.string(let a), .string(let b)): return ExactString(a) == ExactString(b)
    case (.array(let a), .array(let b)): return a.count == b.count && zip(a, b).allSatisfy { $0.isEqualValue(to: $1) }
    case (.object(let a), .object(let b)):
      guard a.count == b.count else { return false }
      let others = Dictionary(b.map { (ExactString($0.name), $0.node) }) { first, _ in first }
      return a.allSatisfy { others[ExactString($0.name)]?.isEqualValue(to: $0.node) ?? false }
    default: return false
    }
  }
}

/// Builds JSON that was never text, such as a schema.
extension JSONNode {
  package static func built(_ value: Value) -> JSONNode { JSONNode(value, place: 0..<0) }
  package static func text(_ text: String) -> JSONNode { built(.string(text)) }
  package static func number(_ number: Int) -> JSONNode { built(.number(String(number))) }
  package static func bool(_ bool: Bool) -> JSONNode { built(.bool(bool)) }
  package static func list(_ elements: [JSONNode]) -> JSONNode { built(.array(elements)) }
  package static func texts(_ texts: [String]) -> JSONNode { list(texts.map { text($0) }) }

  package static func object(_ members: [(name: String, node: JSONNode)]) -> JSONNode {
    built(.object(members.map { JSONMember(name: $0.name, node: $0.node) }))
  }

  package static func object(_ members: KeyValuePairs<String, JSONNode>) -> JSONNode {
    object(members.map { (name: $0.key, node: $0.value) })
  }
}

extension JSONNode {
  /// The value on one line, its members in their order.
  package var line: String {
    var writer = JSONWriter()
    write(into: &writer)
    return writer.string
  }

  private func write(into writer: inout JSONWriter) {
    switch value {
    case .null: writer.null()
    case .bool(let bool): writer.bool(bool)
    case .number(let text): writer.raw(json: text)
    case .string(let text): writer.string(text)
    case .array(let elements): writer.array(elements) { $1.write(into: &$0) }
    case .object(let members):
      writer.object {
        for member in members { $0.member(named: ExactString(member.name)) { member.node.write(into: &$0) } }
      }
    }
  }

  /// The value for people: indented by two blanks, and short objects and arrays on one line.
  package func indented(by indent: String = "", width: Int = 100) -> String {
    let line = line
    let isShort = indent.utf8.count + line.utf8.count <= width
    let inner = indent + "  "
    switch value {
    case .array(let elements) where !isShort:
      let lines = elements.map { inner + $0.indented(by: inner, width: width) }
      return "[\n" + lines.joined(separator: ",\n") + "\n\(indent)]"
    case .object(let members) where !isShort:
      let lines = members.map {
        "\(inner)\(JSONNode.text($0.name).line): \($0.node.indented(by: inner, width: width))"
      }
      return "{\n" + lines.joined(separator: ",\n") + "\n\(indent)}"
    default: return line
    }
  }
}

/// The kind of a JSON value (RFC 8259, section 3).
package enum JSONKind: UInt8, Sendable {
  case null, bool, number, string, array, object

  /// The kind as an error names it.
  package var name: String {
    switch self {
    case .null: "null"
    case .bool: "a boolean"
    case .number: "a number"
    case .string: "a text"
    case .array: "an array"
    case .object: "an object"
    }
  }
}
