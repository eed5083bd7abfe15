import Herald
import HeraldPages
import HeraldQuestions
import Hummingbird

/// The page on which a policy is drafted, tried and published.
struct PolicyPages {
  let parts: ServerParts

  func add(to router: RouterGroup<ServerContext>) {
    router.get("policies") { try await show($0, $1, Shown()) }
    router.form("policies", of: parts, atMost: Self.longestForm) { try await submit($0, $1, $2) }
  }

  /// The content of the page besides the history.
  private struct Shown {
    /// The draft; nil to begin with the policy in force.
    var document: String?
    var signature = ""
    var trial: PublishTrial?
    var changes: DraftChanges?
    var problem: Problem?
    var isPublished = false
  }

  private static let longestForm = 4 << 20

  private func submit(_ form: PostedForm, _ request: Request, _ context: ServerContext) async throws -> Response {
    let isTrial = form["do"] != "publish"
    let token = isTrial ? try context.requiring(.read, .publish) : try context.requiring(.publish)
    let app = try parts.apps.app(for: token, named: request.query("app"))
    let text = form.lines("document")
    var shown = Shown(document: text, signature: form.lines("signature"))
    do {
      let document = Document(text: text, format: "herald")
      let sent = PhoneArrival.Sent(document: document, signature: try Self.signature(shown.signature, of: document))
      let result = try await result(of: sent, form, Publishing(parts: parts, app: app, by: token), isTrial: isTrial)
      shown.trial = result.isAgain ? nil : result.trial
      shown.isPublished = !isTrial
    } catch let refused as Publishing.Refused {
      (shown.trial, shown.problem) = (refused.trial, refused.problem)
    } catch {
      shown.problem = ProblemMiddleware.problem(error, request)
    }
    if let trial = shown.trial, trial.errors.isEmpty, !shown.isPublished {
      shown.changes = try await DraftChanges.of(text, in: app, parts)
    }
    return try await show(request, context, shown)
  }

  private func result(
    of sent: PhoneArrival.Sent, _ form: PostedForm, _ publishing: Publishing, isTrial: Bool
  ) async throws -> Publishing.Result {
    let tag = form["tag"]
    if !isTrial, let result = try await publishing.repeated(sent, replacing: { ($0?.tag ?? "") == tag }) {
      return result
    }
    let current = try parts.folder.policies.current(of: publishing.app.name)
    if !isTrial, (current?.tag ?? "") != tag { throw Publishing.stale(current) }
    let reason = form["override"].trimming(" ")
    return try await publishing.publish(
      sent, replacing: current, isDryRun: isTrial, override: reason.isEmpty ? nil : reason)
  }

  /// The text of a signature file from the form; nil for an empty field.
  private static func signature(_ text: String, of document: Document) throws -> String? {
    if text.allSatisfy(\.isWhitespace) { return nil }
    try SignatureHeader.check(text)
    try SignatureHeader.check(text, fits: document)
    return text
  }

  private func show(_ request: Request, _ context: ServerContext, _ shown: Shown) async throws -> Response {
    let token = try context.requiring(.read, .publish)
    let app = try parts.apps.app(for: token, named: request.query("app"))
    let history = try parts.folder.policies.history(of: app.name, atMost: 50)
    let current = history.first
    // What phones hold is for tokens that may read, and a look at all of them.
    let isFirst = current == nil && shown.document == nil && token.allows(.read)
    let held = isFirst ? try await HeldPolicies.draft(of: app) : nil
    if let held { try await parts.note("policies in force", of: app, context, count: held.all) }
    let body = DeskTemplate.policies.render(
      [
        "app": app.name, "tag": current?.tag ?? "", "mayPublish": token.allows(.publish),
        "document": "\n" + EscapedDraft.text(shown.document ?? current?.text ?? held?.text ?? Self.beginning(app.name)),
        "history": history.map(Self.values), "hasHistory": !history.isEmpty, "isPublished": shown.isPublished,
        "hasProblem": shown.problem != nil, "problem": shown.problem?.finding.what ?? "",
        "why": (shown.problem?.finding).map { "\($0.why.prefix(1).uppercased())\($0.why.dropFirst()). \($0.fix)" }
          ?? "",
        "inForce": current.map { "In force is publication \($0.number), \($0.digest.string)." }
          ?? "Nothing is in force.",
        "isSignedNow": current?.signature != nil, "wantsSignature": try wantsSignature(current, shown),
        "signature": "\n" + EscapedDraft.text(shown.signature),
      ].merging(Self.values(of: shown.trial)) { $1 }.merging(Self.values(of: held, app)) { $1 }
        .merging(DraftChanges.values(of: shown.changes)) { $1 })
    return try DeskPage(title: "Policies", body: body, token: token, app: app.name, here: "/policies").response()
  }

  /// True if a document without a signature would be a breach, so that the page has a field for one.
  private func wantsSignature(_ current: PublishedPolicy?, _ shown: Shown) throws -> Bool {
    try current?.signature != nil || !shown.signature.isEmpty || parts.settings.policyTrust != nil
  }

  private static func values(of trial: PublishTrial?) -> [String: Any] {
    guard let trial else { return ["hasTrial": false] }
    return [
      "hasTrial": true, "isClean": trial.findings.isEmpty,
      "findings": trial.findings.map {
        ["severity": $0.severity.rawValue, "what": $0.what, "place": $0.location, "why": $0.why, "fix": $0.fix]
      },
      "breaches": trial.breaches, "hasFigures": !trial.counts.isEmpty,
      "figures": trial.counts.map { ["name": $0.figure.words, "value": $0.count.grouped] },
      "newcomers": trial.newcomers.words ?? "",
    ].merging(values(of: trial.promises)) { $1 }
  }

  private static func values(of promises: PromisesAnswer?) -> [String: Any] {
    let judged = promises?.promises ?? []
    return [
      "hasPromises": !judged.isEmpty,
      "promises": judged.map { answer in
        ["class": answer.stopsDraft ? "bad" : "", "text": answer.promise.text, "sentence": answer.sentence.sentence]
      },
    ]
  }

  /// The sentence on where the draft begins, where nothing was published and installations hold a policy.
  private static func values(of held: HeldPolicies.Draft?, _ app: App) -> [String: Any] {
    guard let held else { return ["hasHeld": false] }
    return [
      "hasHeld": true, "heldName": held.name,
      "heldBy": "\(held.installations.grouped) of \(held.all.of("installation", "installations"))",
      "heldAddress": FindPage.address(of: "policy.digest == \(held.digest.quoted)", app: app),
    ]
  }

  private static func values(_ policy: PublishedPolicy) -> [String: Any] {
    let figures = policy.figures.flatMap { try? JSONNode.read($0).node }
    func figure(_ name: String) -> String {
      if case .number(let text)? = figures?[name: name]?.value { return text }
      return "–"
    }
    return [
      "time": PageTime.html(policy.time), "revision": policy.revision.map { "\($0)" } ?? "–",
      "by": policy.by, "digest": policy.digest.string.dropFirst("sha256:".count).prefix(12),
      "newlyForced": figure("newlyForced"), "lockedOut": figure("lockedOut"),
      "remark": [policy.signature == nil ? nil : "signed", policy.override.map { "in spite of a limit: \($0)" }]
        .compactMap(\.self).joined(separator: "; "),
    ]
  }

  private static func beginning(_ app: String) -> String {
    "{\n  \"packageName\": \"\(app)\",\n  \"revision\": 1,\n  \"updates\": []\n}\n"
  }
}

/// A document in a field that gives it back as it was: only what HTML would misread is escaped.
enum EscapedDraft {
  static func text(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
  }
}
