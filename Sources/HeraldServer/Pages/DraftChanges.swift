import Herald
import HeraldLog
import HeraldQuestions

/// The changes that a draft brings to every device there could be, in the place of the policy in force.
struct DraftChanges: Sendable {
  /// The changes; nil where the policy in force cannot be read.
  private let answer: AgainstAnswer?

  /// Compares a draft with the policy in force, within the work of one answer.
  ///
  /// - Returns: nil where no policy is in force, and where the draft cannot be read, which the lint says.
  static func of(_ text: String, in app: App, _ parts: ServerParts) async throws -> DraftChanges? {
    guard let current = try parts.folder.policies.current(of: app.name) else { return nil }
    let name = current.name(of: app)
    let question = AgainstQuestion(
      Document(text: text, format: "herald"), named: AnalyzeRoute.file, against: current.document, named: name)
    do {
      return DraftChanges(answer: try await parts.analyze { try question.answer() })
    } catch let refused as LogRefused {
      return refused.diagnostics.contains { $0.file == name } ? DraftChanges(answer: nil) : nil
    }
  }

  /// The values for the page's template.
  static func values(of changes: DraftChanges?) -> [String: Any] {
    guard let answer = changes?.answer else { return ["isCompared": false, "isUnread": changes != nil] }
    return [
      "isCompared": true, "isUnread": false, "hasChanges": !answer.changes.isEmpty, "statements": answer.sentences,
      "changes": answer.changes.map { change in
        let (before, after) = change.sides
        return [
          "devices": change.devices, "example": change.witness.after.device, "before": before.sentence,
          "after": after.sentence,
        ]
      },
    ]
  }
}
