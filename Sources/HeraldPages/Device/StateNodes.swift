import Herald
import HeraldQuestions

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
