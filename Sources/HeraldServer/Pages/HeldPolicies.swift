import Herald
import HeraldLog
import HeraldQuestions

/// The policies in Herald's own format that installations hold at the end, for a draft of an app whose policies came from
/// another address.
struct HeldPolicies: ReplayVisitor {
  /// A policy, and how many hold it.
  private struct Held {
    let revision: Int?
    var installations = 0
  }

  /// The policy that most installations hold, with the text of its document.
  struct Draft: Sendable {
    let text: String
    let digest: ExactString
    let revision: Int?
    let installations: Int
    /// All installations of the app.
    let all: Int

    /// The policy's own number and digest.
    var name: String {
      let digits = digest.string.replacing("sha256:", with: "").prefix(12)
      return revision.map { "revision \($0), \(digits)" } ?? "\(digits)"
    }
  }

  private var held: [ExactString: Held] = [:]
  private var installations = 0

  mutating func visit(_ moment: inout ReplayMoment) {}

  mutating func ended(_ source: ExactString, in state: InstallationState) {
    installations += 1
    guard let policy = state.policy, policy.format == "herald" else { return }
    held[policy.digest, default: Held(revision: policy.revision)].installations += 1
  }

  /// The draft; nil where no installation holds such a policy.
  ///
  /// - Parameter document: finds a document by its digest.
  private func draft(_ document: (ExactString) throws -> String?) rethrows -> Draft? {
    let most = held.max { ($0.value.installations, $1.key) < ($1.value.installations, $0.key) }
    guard let (digest, held) = most, let text = try document(digest) else { return nil }
    return Draft(
      text: text, digest: digest, revision: held.revision, installations: held.installations, all: installations)
  }

  /// Reads the installations of an app.
  static func draft(of app: App) async throws -> Draft? {
    try await app.readers.read(.long) { reader in
      var policies = HeldPolicies()
      try reader.replay(ReplayScope(.all, isInAnyOrder: true), progress: nil, visitor: &policies)
      return try policies.draft { try reader.document($0) }
    }
  }
}
