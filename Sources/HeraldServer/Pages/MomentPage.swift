import Herald
import HeraldQuestions
import HeraldLog
import HeraldPages
import Hummingbird

/// One moment of an installation: why, why not another rule, why again, and the text for a ticket.
struct MomentPage {
  let parts: ServerParts

  /// The answer, made on a reading thread.
  private struct Answered: Sendable {
    let headline: String
    let sentence: String
    /// The change that time alone brings; nil if there is nothing to say of it.
    let validity: String?
    /// Further sentences of the answer.
    let remarks: [String]
    /// The sentence and the cards, as HTML.
    let html: String
    let title: String
    /// The decision's event: its title, revision and time.
    let event: String
    let asked: Int
    let time: DeviceTime
    let revision: Int
    let rules: [String]
    /// True if the decision's prompt was shown before.
    let wasShownBefore: Bool
    let policy: String
  }

  func response(_ request: Request, _ context: ServerContext) async throws -> Response {
    let (app, source) = try await parts.asked(request, context, "answer")
    let revision = try context.revision()
    let rule = request.typed("not").map { ExactString($0) }
    let isAgain = request.query("again") != nil
    let kind: WhyQuestion.Kind = rule.map { .not($0) } ?? (isAgain ? .again : .decision)
    let device = "/installations/\(source.string.addressPart)?app=\(app.name.addressPart)"
    let answered = try await app.readers.read { reader in
      Self.answered(
        try WhyQuestion(kind, of: source, at: revision).answer(in: app.events(reader)).decision, at: revision,
        asked: rule, device: device)
    }
    let here = "/installations/\(source.string.addressPart)/at/\(answered.revision)"
    let address =
      here + "?app=\(app.name.addressPart)" + (rule.map { "&not=\($0.string.addressPart)" } ?? "")
      + (isAgain ? "&again=yes" : "")
    let ticket = ticket(answered, source, link: parts.ownAddress(request, context) + address)
    let body = DeskTemplate.moment.render([
      "search": "/search?app=\(app.name.addressPart)", "device": "\(device)#r\(answered.revision)",
      "source": source.string, "revision": answered.revision.grouped, "headline": answered.headline,
      "answer": answered.html,
      "compare": "\(here)/compare", "event": answered.event, "asked": answered.asked.grouped,
      "time": PageTime.html(answered.time),
      "here": here, "app": app.name,
      "redacted": "/installations/\(source.string.addressPart)/redacted?app=\(app.name.addressPart)",
      "smallest": "\(here)/smallest?app=\(app.name.addressPart)",
      "draft": "\(here)/draft?app=\(app.name.addressPart)",
      "question": rule.map { "Why not \($0.string)?" } ?? (isAgain ? "Why was it shown again?" : "Why?"),
      "asks": asks(answered, here: here + "?app=\(app.name.addressPart)", rule: rule?.string, isAgain: isAgain),
      "ticket": EscapedText.lines(ticket), "rows": min(18, ticket.count { $0 == "\n" } + 2),
    ])
    return try DeskPage(title: answered.headline, body: body, token: context.token, app: app.name).response()
  }

  private static func answered(
    _ answer: any DecisionAnswer, at revision: Int?, asked rule: ExactString?, device: String
  ) -> Answered {
    let found = answer.found
    return Answered(
      headline: answer.headline,
      sentence: answer.words(.plain, .sentence).trimming("\n"), validity: answer.validity,
      remarks: answer.remarks, html: AnswerCards(answer, device: device, asked: rule).html(hasText: true),
      title: found.title, event: found.eventTitle, asked: found.step.event.revision, time: found.step.event.time,
      revision: revision ?? found.asked?.revision ?? found.decision.revision,
      rules: (found.step.state.policy?.rules ?? []).map(\.id.string),
      wasShownBefore: found.decision.prompt.map { !found.showings[$0.rule].isEmpty } ?? false,
      policy: found.step.state.policy.map { "\($0.digest)" + ($0.revision.map { ", policy revision \($0)" } ?? "") }
        ?? "none")
  }

  private func asks(_ answered: Answered, here: String, rule: String?, isAgain: Bool) -> [[String: Any]] {
    var asks: [[String: Any]] = [["words": "Why", "address": here, "isHere": rule == nil && !isAgain]]
    if answered.wasShownBefore || isAgain {
      asks.append(["words": "Why was it shown again?", "address": "\(here)&again=yes", "isHere": isAgain])
    }
    let most = 40
    asks += answered.rules.prefix(most).map { id in
      ["words": "Why not \(id)", "address": "\(here)&not=\(id.addressPart)", "isHere": id == rule]
    }
    return asks
  }

  /// Plain text that can be sent back.
  private func ticket(_ answered: Answered, _ source: ExactString, link: String) -> String {
    """
    \(answered.headline)

    \(([answered.sentence] + (answered.validity.map { [$0] } ?? []) + answered.remarks).joined(separator: " "))

    Installation  \(source.string.shown)
    Moment        \(answered.title)
    Policy        \(answered.policy)
    Link          \(link)
    """
  }
}
