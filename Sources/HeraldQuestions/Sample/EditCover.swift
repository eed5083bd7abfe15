import Herald
import HeraldLog

/// Finds the logs that would notice the edits of a policy.
struct EditCover {
  /// An edit that some log notices.
  struct Noticed {
    let edit: PolicyEdit
    let document: EditedDocument
  }

  private let edits: [Noticed]

  /// - Parameter policy: a policy of the formats that are edited; others have no edits.
  init(of policy: Policy) {
    guard LivedStream.formats.contains(policy.format),
      let root = try? JSONNode.read(policy.body.text, lenient: true).node
    else {
      edits = []
      return
    }
    let unnoticeable = UnnoticeableEdits(of: policy)
    edits = PolicyEdits.all(of: policy, in: root).compactMap { edit in
      guard !unnoticeable.contain(edit), let text = edit.text(of: root) else { return nil }
      return Noticed(edit: edit, document: EditedDocument(text, insteadOf: policy))
    }
  }

  var isEmpty: Bool { edits.isEmpty }

  /// The places of the edits that an installation notices.
  func noticed(by stream: LivedStream) -> Set<Int32> {
    var decider = Decider()
    let places = edits.indices.filter { stream.notices(edits[$0].document, decider: &decider) }
    return Set(places.map { Int32($0) })
  }

  /// The installations that are needed besides the chosen ones, and the edits that each of both notices.
  ///
  /// - Parameters:
  ///   - chosen: the chosen installations.
  ///   - others: further ones, in the order in which they are tried.
  func adding(
    to chosen: [LivedStream], from others: [LivedStream]
  ) -> (added: [ExactString], noticed: [ExactString: Set<Int32>]) {
    var noticed: [ExactString: Set<Int32>] = [:]
    for stream in chosen { noticed[stream.source] = self.noticed(by: stream) }
    var open = Set(edits.indices.map { Int32($0) }).subtracting(noticed.values.joined())
    var (added, decider) = ([ExactString](), Decider())
    for stream in others where !open.isEmpty {
      guard open.contains(where: { stream.notices(edits[Int($0)].document, decider: &decider) }) else { continue }
      let all = self.noticed(by: stream)
      noticed[stream.source] = all
      added.append(stream.source)
      open.subtract(all)
    }
    return (added, noticed)
  }
}
