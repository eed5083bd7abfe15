import Herald
import HeraldFormats

/// Publishes a policy, unless the lint or a limit of the what-if stops it.
struct Publishing {
  let parts: ServerParts
  let app: App
  let token: AccessToken

  init(parts: ServerParts, app: App, by token: AccessToken) { (self.parts, self.app, self.token) = (parts, app, token) }

  /// The policy that was published, or would be, with its trial.
  struct Result {
    let policy: PublishedPolicy
    let trial: PublishTrial
  }

  /// The reason for publishing nothing, with the trial.
  struct Refused: Error {
    let problem: Problem
    let trial: PublishTrial
  }

  /// The time in milliseconds since its last event in which an installation counts as one of the app's: 30 days.
  private static let recently: Int64 = 30 * 86_400_000

  /// - Parameters:
  ///   - current: the policy that is replaced; nil for none.
  ///   - isDryRun: true to run the trial only and publish nothing.
  ///   - override: the reason for publishing although a limit is passed; nil makes a passed limit stop it.
  /// - Throws: ``Refused`` where the lint or a limit stops it; ``Problem`` where somebody else published meanwhile.
  func publish(
    _ document: Document, signature: String?, replacing current: PublishedPolicy?, isDryRun: Bool, override: String?
  ) async throws -> Result {
    let now = Timestamp.now
    let recent = try await app.search.sources(since: Timestamp(milliseconds: now.milliseconds - Self.recently))
    let trial = try await PublishTrial.of(
      document, on: app, sources: recent, limits: PublishLimit.list(parts.settings.publishLimits) ?? [], at: now)
    if !isDryRun { try check(trial, override) }
    let policy = PublishedPolicy(
      number: (current?.number ?? 0) + 1, text: document.text, digest: document.digest, format: document.format.string,
      revision: Self.revision(of: document), signature: signature, time: now, by: token.name,
      override: trial.breaches.isEmpty ? nil : override, figures: trial.figures)
    if !isDryRun {
      guard try parts.folder.policies.publish(policy, of: app.name, expecting: current?.number ?? 0) else {
        throw Self.stale(try parts.folder.policies.current(of: app.name))
      }
      try await app.writer.notePublished(policy.digest, by: token.name, override: policy.override)
    }
    return Result(policy: policy, trial: trial)
  }

  private func check(_ trial: PublishTrial, _ override: String?) throws {
    if let error = trial.errors.first {
      throw Self.refused(.lintFailed, "The document has errors.", why: error.what, trial)
    }
    if !trial.breaches.isEmpty, (override ?? "").isEmpty {
      throw Self.refused(
        .limitPassed, "The document would do more than it may: \(trial.breaches.joined(separator: "; ")).",
        why: "the what-if over the installations of the last 30 days says so", trial)
    }
  }

  private static func refused(_ code: ServerCode, _ what: String, why: String, _ trial: PublishTrial) -> Refused {
    var problem = Problem(code, what, at: "body", why: why)
    problem.more = { trial.write(into: &$0) }
    return Refused(problem: problem, trial: trial)
  }

  /// The problem of a request that replaces another policy than the one in force.
  static func stale(_ current: PublishedPolicy?) -> Problem {
    guard let current else {
      return Problem(.staleTag, "No policy was published yet.", at: "If-Match", why: "the request names one")
    }
    return Problem(
      .staleTag, "The policy in force is another one.", at: "If-Match",
      why: "it is \(current.tag), published by \(current.by)")
  }

  private static func revision(of document: Document) -> Int? {
    guard case .accepted(let policy) = Formats.read(document).reading else { return nil }
    return policy.revision
  }
}

/// A document of Herald's own format under another revision.
enum RaisedRevision {
  /// The text with its `revision` replaced, or added before its first member; nil where the text is not such a document.
  static func text(of text: String, to revision: Int) -> String? {
    guard let node = try? JSONNode.read(text).node, case .object(let members) = node.value else { return nil }
    let bytes = Array(text.utf8)
    if let own = members.first(where: { $0.name == "revision" }) {
      let place = own.node.place
      return String(
        decoding: bytes[..<place.lowerBound] + Array("\(revision)".utf8) + bytes[place.upperBound...], as: UTF8.self)
    }
    guard let brace = bytes.firstIndex(of: UInt8(ascii: "{")) else { return nil }
    let added = "\"revision\": \(revision)" + (members.isEmpty ? "" : ", ")
    return String(decoding: bytes[...brace] + Array(added.utf8) + bytes[(brace + 1)...], as: UTF8.self)
  }
}
