import Herald

/// What changed from one state to the next, small enough to be kept for each event.
///
/// An object has the members that changed. In it a member is `[value]` where the value is new, `[]` where it is gone,
/// and an object again where only some of its members changed.
enum StatePatch {
  /// Appends what makes `after` of `before`; `{}` where nothing changed.
  static func write(from before: JSONNode, to after: JSONNode, into output: inout JSONWriter) {
    output.raw("{")
    var isFirst = true
    func name(_ name: String, _ output: inout JSONWriter) {
      if !isFirst { output.raw(",") }
      isFirst = false
      output.string(name)
      output.raw(":")
    }
    let old = before.members ?? []
    for member in after.members ?? [] {
      let previous = old.first { ExactString($0.name) == ExactString(member.name) }?.node
      if let previous, previous.isEqualValue(to: member.node) { continue }
      name(member.name, &output)
      if let previous, previous.members != nil, member.node.members != nil {
        write(from: previous, to: member.node, into: &output)
      } else {
        output.raw("[")
        CanonicalJSON.write(member.node, into: &output)
        output.raw("]")
      }
    }
    let kept = after.members ?? []
    for member in old where !kept.contains(where: { ExactString($0.name) == ExactString(member.name) }) {
      name(member.name, &output)
      output.raw("[]")
    }
    output.raw("}")
  }
}

extension InstallationState {
  /// The state as `herald replay --states` writes it, as a tree.
  func node(of source: ExactString) throws -> JSONNode {
    var writer = JSONWriter()
    write(source: source, into: &writer)
    return try JSONNode.read(writer.string).node
  }
}
