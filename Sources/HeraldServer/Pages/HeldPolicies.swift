import Herald
import HeraldLog
import HeraldQuestions

/// The policies in Herald's own format that installations hold at the end, for a draft of an app whose policies came from
/// another address.
struct HeldPolicies: ReplayVisitor {
  /// The policy that most installations hold, with the text of its document.
  struct Draft: Sendable {
    let text: String
    let digest: ExactString
    /// The policy's own number and digest.
    let name: String
    let installations: Int
    /// All installations of the app.
    let all: Int
  }

  private var holding = FleetHolding()

  mutating func visit(_ moment: inout ReplayMoment) {}

  mutating func ended(_ source: ExactString, in state: InstallationState) { holding.ended(source, in: state) }

  /// The draft; nil where no installation holds such a policy.
  ///
  /// - Parameter document: finds a document by its digest.
  private func draft(_ document: (ExactString) throws -> String?) rethrows -> Draft? {
    guard let most = holding.policies.first(where: { $0.held.format == "herald" }),
      let digest = most.held.digest, let text = try document(digest)
    else { return nil }
    return Draft(
      text: text, digest: digest, name: most.held.name, installations: most.installations, all: holding.installations)
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
