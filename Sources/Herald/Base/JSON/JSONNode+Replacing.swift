/// Editing a document in one place.
extension JSONNode {
  /// The value with another one at a place below it, everything else as it was.
  ///
  /// - Parameters:
  ///   - path: the names and indices that lead to the place, unescaped; empty for the value itself.
  ///   - node: the new value; nil to leave the member or element out.
  /// - Returns: nil where nothing is at the place, and where the value itself is left out.
  package func replacing(_ path: ArraySlice<String>, by node: JSONNode?) -> JSONNode? {
    guard let first = path.first else { return node }
    let rest = path.dropFirst()
    switch value {
    case .object(var members):
      guard let index = members.firstIndex(where: { ExactString($0.name) == ExactString(first) }) else { return nil }
      if rest.isEmpty, node == nil {
        members.remove(at: index)
      } else {
        guard let changed = members[index].node.replacing(rest, by: node) else { return nil }
        members[index] = JSONMember(name: members[index].name, node: changed)
      }
      return JSONNode(.object(members), place: place)
    case .array(var elements):
      guard let index = Int(first), elements.indices.contains(index) else { return nil }
      if rest.isEmpty, node == nil {
        elements.remove(at: index)
      } else {
        guard let changed = elements[index].replacing(rest, by: node) else { return nil }
        elements[index] = changed
      }
      return JSONNode(.array(elements), place: place)
    case .null, .bool, .number, .string: return nil
    }
  }
}
