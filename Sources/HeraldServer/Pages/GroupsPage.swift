import Herald
import HeraldLog
import HeraldPages
import HeraldQuestions
import Hummingbird

/// The page that says what the installations of a condition share and others lack.
struct GroupsPage {
  let parts: ServerParts

  /// The address of the page about a condition.
  static func address(of condition: String, app: App, isEver: Bool) -> String {
    "/shared?app=\(app.name.addressPart)&where=\(condition.addressPart)\(isEver ? "&ever=yes" : "")"
  }

  /// - Parameter request: may have `where`, `against`, and `ever` where it counts who ever met a condition.
  func response(_ request: Request, _ context: ServerContext) async throws -> Response {
    let token = try context.requiring(.read)
    let app = try parts.apps.app(for: token, named: request.query("app"))
    let (text, other) = (request.typed("where") ?? "", request.typed("against"))
    let isEver = try request.isChecked("ever")
    var values: [String: Any] = [
      "app": app.name, "where": text, "against": other ?? "", "isEver": isEver, "hasFault": false, "isAnswered": false,
    ]
    switch Result(catching: { () throws(ConditionFault) in try Self.question(text, other, isEver) }) {
    case .success(nil): break
    case .success(let question?):
      let (list, answered) = try await answer(question, context, app)
      let link =
        parts.ownAddress(request, context) + Self.address(of: text, app: app, isEver: isEver)
        + (other.map { $0.isEmpty ? "" : "&against=\($0.addressPart)" } ?? "")
      let ticket = Self.ticket(list, link: link)
      values.merge(answered) { $1 }
      values["ticket"] = EscapedText.lines(ticket)
      values["ticketRows"] = min(18, ticket.count { $0 == "\n" } + 2)
    case .failure(let fault):
      values["fault"] = fault.words
      values["hasFault"] = true
    }
    let body = DeskTemplate.shared.render(values)
    return try DeskPage(title: "What do these share", body: body, token: token, app: app.name, here: "/search")
      .response()
  }

  /// The question; nil for a form without a condition.
  private static func question(
    _ text: String, _ other: String?, _ isEver: Bool
  ) throws(ConditionFault) -> GroupsQuestion? {
    if text.isEmpty { return nil }
    var against: WrittenCondition?
    if let other, !other.isEmpty { against = try WrittenCondition(other) }
    var question = GroupsQuestion(try WrittenCondition(text), against: against)
    question.isEver = isEver
    return question
  }

  /// Plain text that can be sent back: who was compared, what sets them apart with the exceptions, and the way here.
  private static func ticket(_ list: GroupsList, link: String) -> String {
    let rows = list.rows.map { row -> String in
      let same = row.same.isEmpty ? "" : " (the same installations: \(row.same))"
      let without =
        row.without.isEmpty ? "" : "; without it: \(row.without.map(\.string.shown).joined(separator: ", "))"
      let with = row.with.isEmpty ? "" : "; others with it: \(row.with.map(\.string.shown).joined(separator: ", "))"
      return "- \(row.feature)\(same): \(row.a), of the others \(row.b); \(row.chance)\(without)\(with)"
    }
    let parts = ["\(list.title), \(list.against).", ([list.verdict] + rows).joined(separator: "\n")] + list.remarks
    return (parts + ["Link  \(link)", ""]).joined(separator: "\n\n").trimming("\n") + "\n"
  }

  private func answer(
    _ asked: GroupsQuestion, _ context: ServerContext, _ app: App
  ) async throws -> (list: GroupsList, values: [String: Any]) {
    let (list, compared) = try await app.readers.read(.long) { reader in
      let answer = try app.asking(asked).answer(in: app.events(reader))
      return (answer.list, answer.compared)
    }
    try await parts.note("diff of groups", of: app, context, count: compared)
    let values: [String: Any] = [
      "isAnswered": true, "title": list.title, "comparison": list.against, "verdict": list.verdict,
      "found": FindPage.address(of: asked.condition.text, app: app, isEver: asked.isEver),
      "rows": list.rows.map { Self.values($0, app) }, "hasRows": !list.rows.isEmpty,
      "following": list.following.map { Self.values($0, app) }, "hasFollowing": !list.following.isEmpty,
      "remarks": list.remarks,
    ]
    return (list, values)
  }

  private static func values(_ row: GroupsList.Row, _ app: App) -> [String: Any] {
    func links(_ sources: [ExactString]) -> [[String: String]] {
      sources.map { source in
        [
          "source": source.string,
          "address": "/installations/\(source.string.addressPart)?app=\(app.name.addressPart)",
        ]
      }
    }
    return [
      "feature": row.feature, "a": row.a, "b": row.b, "chance": row.chance, "same": row.same,
      "hasSame": !row.same.isEmpty, "without": links(row.without), "with": links(row.with),
    ]
  }
}
