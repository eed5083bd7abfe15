import Herald

/// Finds the values of a document by their JSON pointers. Members of an object are searched once for all findings,
/// because an object may have as many findings as members, and thousands of both.
struct NodeIndex {
  private let root: JSONNode
  /// The members by their names in pointers, of the object at a pointer.
  private var members: [String: [ExactString: JSONNode]] = [:]

  init(_ root: JSONNode) { self.root = root }

  /// The value at a JSON pointer (RFC 6901), or its nearest ancestor that exists.
  mutating func node(at pointer: String) -> JSONNode {
    var pointer = pointer
    while !pointer.isEmpty {
      if let node = child(at: pointer) { return node }
      pointer = parent(of: pointer)
    }
    return root
  }

  private mutating func child(at pointer: String) -> JSONNode? {
    guard !pointer.isEmpty else { return root }
    let parent = parent(of: pointer)
    guard let node = child(at: parent) else { return nil }
    let token = String(pointer.utf8.dropFirst(parent.utf8.count + 1)) ?? ""
    switch node.value {
    case .object: return members(of: node, at: parent)[ExactString(token)]
    case .array(let elements): return Int(token).flatMap { elements.indices.contains($0) ? elements[$0] : nil }
    default: return nil
    }
  }

  private func parent(of pointer: String) -> String {
    pointer.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(pointer[..<$0]) } ?? ""
  }

  private mutating func members(of node: JSONNode, at pointer: String) -> [ExactString: JSONNode] {
    if let known = members[pointer] { return known }
    let found = Dictionary(
      (node.members ?? []).map { (ExactString(JSONPointer.token($0.name)), $0.node) },
      uniquingKeysWith: { first, _ in first })
    members[pointer] = found
    return found
  }
}
