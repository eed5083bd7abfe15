import Herald

/// Finds the ends of a document's values. Explanations name only their beginnings.
struct DocumentSpans {
  private let text: [UInt8]
  private let root: JSONNode?

  init(_ text: String) {
    self.text = Array(text.utf8)
    root = try? JSONNode.read(text, depthLimit: 64, lenient: true).node
  }

  /// The line and the column after a value's last scalar, both from 1; nil where the document is not JSON, or has no
  /// value at the place.
  func end(of place: DocumentPlace) -> (line: Int, column: Int)? {
    guard let node = root.flatMap({ Self.node(at: place.pointer, in: $0) }) else { return nil }
    guard position(of: node.place.lowerBound) == (place.line, place.column) else { return nil }
    return position(of: node.place.upperBound)
  }

  private static func node(at pointer: String, in root: JSONNode) -> JSONNode? {
    // Splits bytes, because in a `String` a slash and a following combining accent are one character.
    pointer.utf8.split(separator: UInt8(ascii: "/")).reduce(Optional(root)) { node, token in
      let name = String(decoding: token, as: UTF8.self)
      switch node?.value {
      case .array(let elements): return Int(name).flatMap { elements.indices.contains($0) ? elements[$0] : nil }
      case .object(let members):
        return members.first { ExactString(JSONPointer.token($0.name)) == ExactString(name) }?.node
      default: return nil
      }
    }
  }

  private func position(of offset: Int) -> (Int, Int) {
    let before = text[..<offset]
    let lineStart = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    let line = before.count { $0 == 0x0A } + 1
    // Counts the bytes that begin a scalar.
    return (line, before[lineStart...].count { $0 & 0xC0 != 0x80 } + 1)
  }
}
