package import Herald
import HeraldLog

/// A question about the logs that somebody keeps as tests: which edits of a document would none of them notice
/// (`herald test --weak`)?
package struct WeakQuestion: Sendable {
  private let logs: [LivedLog]
  /// The number of threads.
  package var jobs = 1

  /// - Parameter logs: the logs, in the order in which they are asked.
  package init(_ logs: [LivedLog]) { self.logs = logs }

  /// An edit of a document, and the logs that would notice it.
  package struct Finding: Sendable {
    package let edit: PolicyEdit
    package let digest: ExactString
    package let verdict: EditVerdict
    /// The number of logs that bring the document.
    package let logs: Int
    /// The first log that notices the edit; none otherwise.
    package let noticedBy: [String]
  }

  /// Asks every edit of every document that the logs bring.
  ///
  /// - Parameter progress: takes the share that is done, from 0 to 1.
  package func answer(progress: (Double) -> Void = { _ in }) -> WeakAnswer {
    let asked = documents.flatMap(\.edits)
    var findings: [Finding] = []
    // In pieces, so that the progress is told on this thread.
    let size = max(1, jobs) * 16
    for start in stride(from: 0, to: asked.count, by: size) {
      progress(Double(start) / Double(asked.count))
      let piece = asked[start..<min(asked.count, start + size)]
      findings += ParallelWork.map(piece.count, jobs: jobs) { find(piece[start + $0]) }
    }
    return WeakAnswer(logs: logs.count, documents: documents.map { ($0.policy, $0.logs.map(\.name)) }, findings)
  }

  /// An edit, and the document that it is of.
  private typealias Asked = (edit: PolicyEdit, document: Edited)

  /// A document that can be edited, and the logs that bring it.
  private final class Edited: Sendable {
    let policy: Policy
    let root: JSONNode
    let logs: [LivedLog]
    let unnoticeable: UnnoticeableEdits

    init?(_ policy: Policy, _ logs: [LivedLog]) {
      guard let root = try? JSONNode.read(policy.body.text, lenient: true).node else { return nil }
      (self.policy, self.root, self.logs) = (policy, root, logs)
      unnoticeable = UnnoticeableEdits(of: policy)
    }

    var edits: [Asked] { PolicyEdits.all(of: policy, in: root).map { ($0, self) } }
  }

  /// The documents in the order in which the logs bring them.
  private var documents: [Edited] {
    var order: [Policy] = []
    var bringing: [ExactString: [LivedLog]] = [:]
    for log in logs {
      for policy in log.policies {
        if bringing[policy.digest] == nil { order.append(policy) }
        bringing[policy.digest, default: []].append(log)
      }
    }
    return order.compactMap { Edited($0, bringing[$0.digest] ?? []) }
  }

  private func find(_ asked: Asked) -> Finding {
    let (edit, document) = asked
    func finding(_ verdict: EditVerdict, _ noticing: [String] = []) -> Finding {
      Finding(
        edit: edit, digest: document.policy.digest, verdict: verdict, logs: document.logs.count, noticedBy: noticing)
    }
    if document.unnoticeable.contain(edit) { return finding(.unnoticeable) }
    guard let text = edit.text(of: document.root) else { return finding(.unnoticed) }
    let edited = EditedDocument(text, insteadOf: document.policy)
    var decider = Decider()
    let noticing = document.logs.first { $0.notices(edited, decider: &decider) }
    if let noticing { return finding(.noticed, [noticing.name]) }
    return finding(document.unnoticeable.prove(edit, text) ? .unnoticeable : .unnoticed)
  }
}

extension LivedLog {
  /// The policies that came into force and can be edited, each once.
  var policies: [Policy] {
    streams.flatMap(\.policies).reduce(into: []) { policies, policy in
      if !policies.contains(where: { $0.digest == policy.digest }) { policies.append(policy) }
    }
  }

  /// True if a decision is another one where the edited document takes the place of the original.
  func notices(_ edited: EditedDocument, decider: inout Decider) -> Bool {
    streams.contains { stream in
      stream.policies.contains { $0.digest == edited.original } && stream.notices(edited, decider: &decider)
    }
  }
}
