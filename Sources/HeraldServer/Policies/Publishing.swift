import Herald
import HeraldFormats

/// Publishes a policy, unless the lint, a limit of the what-if or a promise of the app stops it.
struct Publishing {
  let parts: ServerParts
  let app: App
  let token: AccessToken

  init(parts: ServerParts, app: App, by token: AccessToken) { (self.parts, self.app, self.token) = (parts, app, token) }

  /// The policy that was published, or would be, with its trial.
  struct Result {
    let policy: PublishedPolicy
    let trial: PublishTrial
    /// True if an earlier request with the same document has already brought it into force.
    var isAgain = false
  }

  /// The reason for publishing nothing, with the trial.
  struct Refused: Error {
    let problem: Problem
    let trial: PublishTrial
  }

  /// The publication in force, where a request repeats the one that brought it into force: the same document with the
  /// same signature, in the place of the same policy. Nobody can tell after an uncertain answer whether it came.
  ///
  /// - Parameters:
  ///   - mayNameItself: true if the request may name the publication itself as the one that it replaces.
  ///   - replaces: true for the policy that the request replaces; nil stands for none.
  func repeated(
    _ sent: PhoneArrival.Sent, mayNameItself: Bool = true, replacing replaces: (PublishedPolicy?) -> Bool
  ) async throws -> Result? {
    let last = try parts.folder.policies.history(of: app.name, atMost: 2)
    guard let current = last.first, current.digest == sent.document.digest, current.signature == sent.signature,
      current.format == sent.document.format.string,
      mayNameItself && replaces(current) || replaces(last.dropFirst().first)
    else { return nil }
    try await app.writer.completeRecord()
    return Result(policy: current, trial: PublishTrial(findings: []), isAgain: true)
  }

  /// - Parameters:
  ///   - current: the policy that is replaced; nil for none.
  ///   - isDryRun: true to run the trial only and publish nothing.
  ///   - override: the reason for publishing in spite of a breach; nil makes a breach stop it.
  /// - Throws: ``Refused`` where the lint or a breach stops it; ``Problem`` where somebody else published meanwhile.
  func publish(
    _ sent: PhoneArrival.Sent, replacing current: PublishedPolicy?, isDryRun: Bool, override: String?
  ) async throws -> Result {
    let (document, now) = (sent.document, Timestamp.now)
    let history = try parts.folder.policies.history(of: app.name, atMost: PhoneArrival.mostBefore)
      .filter { $0.number <= current?.number ?? 0 }
    let questions = PublishQuestions(app: app, limits: try limits(), trust: try parts.settings.policyTrust, now: now)
    let trial = try await questions.trial(of: sent, after: history)
    if !isDryRun { try check(trial, override) }
    let policy = PublishedPolicy(
      number: (current?.number ?? 0) + 1, text: document.text, digest: document.digest, format: document.format.string,
      revision: Self.revision(of: document), signature: sent.signature, time: now, by: token.name,
      override: trial.breaches.isEmpty ? nil : override, figures: trial.figures)
    if !isDryRun, try await !app.writer.publish(policy, expecting: current?.number ?? 0) {
      throw Self.stale(try parts.folder.policies.current(of: app.name))
    }
    return Result(policy: policy, trial: trial)
  }

  private func limits() throws -> [PublishLimit] {
    if let limits = PublishLimit.list(parts.settings.publishLimits) { return limits }
    throw ServerError(
      .badSetting, "`publishLimits` cannot be read.", why: "it is `\(parts.settings.publishLimits)`",
      fix: "write a list such as lockedOut > 0, newlyForced > 10%")
  }

  private func check(_ trial: PublishTrial, _ override: String?) throws {
    if let error = trial.errors.first {
      throw Self.refused(.lintFailed, "The document has errors.", why: error.what, trial)
    }
    if !trial.breaches.isEmpty, (override ?? "").trimmed.isEmpty {
      throw Self.refused(
        .limitPassed, "The document should not go out: \(trial.breaches.joined(separator: "; ")).",
        why: "phones that have the policy in force, the installations of the last 30 days, or the promises say so",
        trial)
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
