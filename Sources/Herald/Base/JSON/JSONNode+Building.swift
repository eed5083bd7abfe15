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
