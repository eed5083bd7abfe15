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
