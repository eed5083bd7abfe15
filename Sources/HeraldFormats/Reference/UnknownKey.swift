import Herald

/// A key of a document that no reference names.
struct UnknownKey {
  let name: String
  let node: JSONNode
  /// The JSON pointer below the object that was searched.
  let pointer: String
  /// The object that has the key.
  let object: ObjectReference

  /// The known key of the object that was probably meant; nil without a guess.
  var meant: String? { Spelling.meant(by: name, among: Set(object.keys.map(\.name))) }

  /// A question for ``meant``.
  var suggestion: String? { meant.map { "did you mean `\($0)`?" } }
}

extension ObjectReference {
  /// The keys of an object, and of the objects within it, that this reference does not name. In the order of the
  /// document, and at most one more than a document's findings.
  ///
  /// - Parameter skipped: the keys whose values are not searched, in every object.
  func unknownKeys(in node: JSONNode, skipping skipped: Set<String> = []) -> [UnknownKey] {
    var search = UnknownKeySearch(skipped: skipped)
    search.search(node, as: self, at: "")
    return search.found
  }
}

/// Goes through a document beside its reference.
private struct UnknownKeySearch {
  let skipped: Set<String>
  var found: [UnknownKey] = []

  private var isOver: Bool { found.count > [Diagnostic].mostFindings }

  mutating func search(_ node: JSONNode, as object: ObjectReference, at pointer: String) {
    for member in node.members ?? [] where !isOver && !skipped.contains(member.name) {
      let place = "\(pointer)/\(JSONPointer.token(member.name))"
      if let key = object.keys.first(where: { $0.name == member.name }) {
        search(member.node, as: key.shape, at: place)
      } else if case .named(let key) = object.otherKeys {
        search(member.node, as: key.shape, at: place)
      } else {
        found.append(UnknownKey(name: member.name, node: member.node, pointer: place, object: object))
      }
    }
  }

  private mutating func search(_ node: JSONNode, as shape: ValueShape, at pointer: String) {
    switch (shape, node.value) {
    case (.object(let object), .object): search(node, as: object, at: pointer)
    case (.list(let element, _, _), .array(let nodes)):
      for (index, node) in nodes.enumerated() where !isOver { search(node, as: element, at: "\(pointer)/\(index)") }
    case (.either(let shapes, _), _): for shape in shapes { search(node, as: shape, at: pointer) }
    default: break
    }
  }
}
