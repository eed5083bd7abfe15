import Herald

/// The difference between two states as JSON, small enough for every event of a page.
///
/// An object has the members that changed. A member is `[value]` where the value is new, `[]` where it was removed, and
/// another object where only some of its members changed.
enum StatePatch {
  /// Appends the change that turns `before` into `after`; `{}` where nothing changed.
  static func write(from before: JSONNode, to after: JSONNode, into output: inout JSONWriter) {
    let (old, new) = (before.members ?? [], after.members ?? [])
    output.object { output in
      for member in new {
        let previous = old.first { ExactString($0.name) == ExactString(member.name) }?.node
        if let previous, previous.isEqualValue(to: member.node) { continue }
        output.member(named: ExactString(member.name)) { writeMember(from: previous, to: member.node, into: &$0) }
      }
      for member in old where !new.contains(where: { ExactString($0.name) == ExactString(member.name) }) {
        output.member(named: ExactString(member.name)) { $0.array([JSONNode]()) { _, _ in } }
      }
    }
  }

  /// Appends the change of one member.
  private static func writeMember(from previous: JSONNode?, to node: JSONNode, into output: inout JSONWriter) {
    if let previous, previous.members != nil, node.members != nil {
      write(from: previous, to: node, into: &output)
    } else {
      output.array(CollectionOfOne(node)) { CanonicalJSON.write($1, into: &$0) }
    }
  }
}

extension InstallationState {
  /// The JSON of the state as `herald replay --states` writes it.
  func node(of source: ExactString) throws -> JSONNode {
    var writer = JSONWriter()
    write(source: source, into: &writer)
    return try JSONNode.read(writer.string).node
  }
}
