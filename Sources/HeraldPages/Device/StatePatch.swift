import HeraldQuestions
import Herald

/// The difference between two states as JSON, small enough for every event of a page.
///
/// An object has the members that changed. A member is `[value]` where the value is new, `[]` where it was removed, and
/// another object where only some of its members changed.
enum StatePatch {
  /// Appends the change that turns `before` into `after`; `{}` where nothing changed.
  static func write(from before: JSONNode, to after: JSONNode, into output: inout JSONWriter) {
    let (old, new) = (before.members ?? [], after.members ?? [])
    let (oldByName, newByName) = (byName(old), byName(new))
    output.object { output in
      for member in new {
        let previous = oldByName[ExactString(member.name)]
        if let previous, previous.isEqualValue(to: member.node) { continue }
        output.member(named: ExactString(member.name)) { writeMember(from: previous, to: member.node, into: &$0) }
      }
      for member in old where newByName[ExactString(member.name)] == nil {
        output.member(named: ExactString(member.name)) { $0.array([JSONNode]()) { _, _ in } }
      }
    }
  }

  private static func byName(_ members: [JSONMember]) -> [ExactString: JSONNode] {
    Dictionary(members.map { (ExactString($0.name), $0.node) }, uniquingKeysWith: { first, _ in first })
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

/// A state as JSON, written twice: whole, and without the device's properties. Only a launch changes those, and they may
/// be many.
struct StateNodes {
  private let state: InstallationState
  private let source: ExactString
  private let rest: JSONNode

  init(_ state: InstallationState, of source: ExactString) throws {
    self.state = state
    self.source = source
    var rest = state
    rest.profile = .empty
    self.rest = try rest.node(of: source)
  }

  /// Appends the change from another state of the installation to this one.
  func writeChange(from other: StateNodes, into output: inout JSONWriter) throws {
    if state.profile == other.state.profile {
      StatePatch.write(from: other.rest, to: rest, into: &output)
    } else {
      StatePatch.write(from: try other.state.node(of: source), to: try state.node(of: source), into: &output)
    }
  }
}

extension InstallationState {
  /// The JSON of the state as `herald replay --states` writes it.
  fileprivate func node(of source: ExactString) throws -> JSONNode {
    var writer = JSONWriter()
    write(source: source, into: &writer)
    return try JSONNode.read(writer.string).node
  }
}
