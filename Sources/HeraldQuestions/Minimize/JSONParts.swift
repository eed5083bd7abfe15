import Herald

/// The parts of a JSON value that can be left out: members of objects, and objects of arrays of objects, at any depth.
///
/// A part is named by the places on the way to it. Lists of words and numbers stay whole.
enum JSONParts {
  typealias Path = [Int]

  /// The parts at a depth; the members of the root have depth 1.
  static func paths(in node: JSONNode, depth: Int) -> [Path] {
    var found: [Path] = []
    collect(node, depth, [], &found)
    return found
  }

  private static func collect(_ node: JSONNode, _ depth: Int, _ path: Path, _ found: inout [Path]) {
    let children = node.members?.map(\.node) ?? node.array ?? []
    if depth > 1 {
      for (place, child) in children.enumerated() { collect(child, depth - 1, path + [place], &found) }
    } else if node.members != nil || children.allSatisfy({ $0.members != nil }) {
      for place in children.indices { found.append(path + [place]) }
    }
  }

  /// The places on the way to a value.
  ///
  /// - Parameter pointer: a JSON pointer whose names have nothing that is escaped, such as a rule's own.
  /// - Returns: nil for a pointer to nothing.
  static func path(to pointer: String, in node: JSONNode) -> Path? {
    var (path, node) = (Path(), node)
    for token in pointer.utf8.split(separator: UInt8(ascii: "/")).map({ String(decoding: $0, as: UTF8.self) }) {
      let children = node.members?.map(\.node) ?? node.array ?? []
      let place = node.members?.firstIndex { ExactString($0.name) == ExactString(token) } ?? Int(token)
      guard let place, children.indices.contains(place) else { return nil }
      path.append(place)
      node = children[place]
    }
    return path
  }

  /// The number of levels of objects and arrays.
  static func depth(of node: JSONNode) -> Int {
    guard let children = node.members?.map(\.node) ?? node.array else { return 0 }
    return 1 + (children.map { depth(of: $0) }.max() ?? 0)
  }

  /// The value without some of its parts.
  static func without(_ left: Set<Path>, in node: JSONNode) -> JSONNode { without(left, in: node, []) }

  private static func without(_ left: Set<Path>, in node: JSONNode, _ path: Path) -> JSONNode {
    switch node.value {
    case .object(let members):
      return JSONNode.object(
        members.enumerated().filter { !left.contains(path + [$0.offset]) }.map {
          (name: $0.element.name, node: without(left, in: $0.element.node, path + [$0.offset]))
        })
    case .array(let elements):
      return JSONNode.list(
        elements.enumerated().filter { !left.contains(path + [$0.offset]) }.map {
          without(left, in: $0.element, path + [$0.offset])
        })
    case .null, .bool, .number, .string: return node
    }
  }

  /// Leaves parts out, level by level, until none can go alone.
  ///
  /// - Parameter accepts: takes a smaller value; returns true where it may take the place of the one before.
  /// - Returns: the value that is left.
  static func reduced(_ node: JSONNode, _ accepts: (JSONNode) -> Bool) -> JSONNode {
    var rest = node
    var hasGone = true
    while hasGone {
      hasGone = false
      var depth = 1
      while depth <= Self.depth(of: rest) {
        let whole = rest
        var gone: Set<Path> = []
        _ = ChunkReduction.rest(of: paths(in: whole, depth: depth)) { chunk in
          let smaller = without(gone.union(chunk), in: whole)
          guard accepts(smaller) else { return false }
          gone.formUnion(chunk)
          rest = smaller
          return true
        }
        if !gone.isEmpty { hasGone = true }
        depth += 1
      }
    }
    return rest
  }
}
