import Herald
import HeraldLog
import HeraldQuestions
import Hummingbird

/// The search with a condition: the installations for which it holds, and how many those are.
struct FindPage {
  let parts: ServerParts

  /// The most installations of a page, and of one that was asked for all.
  private static let mostOnAPage = 50
  private static let most = 1000

  /// The address of the page that asks a condition.
  static func address(of condition: String, app: App, isEver: Bool = false) -> String {
    "/search?app=\(app.name.addressPart)&where=\(condition.addressPart)\(isEver ? "&ever=yes" : "")"
  }

  /// - Parameter request: has `where`; `ever` where it is asked after each event; `all` for a longer list.
  func response(
    _ request: Request, _ context: ServerContext, _ token: AccessToken, _ app: App
  ) async throws -> Response {
    let text = request.typed("where") ?? ""
    let isEver = try request.isChecked("ever")
    var values: [String: Any] = [
      "app": app.name, "query": "", "where": text, "isEver": isEver, "isCondition": true, "isEmpty": false,
      "hasSummary": false, "hasGroups": false, "hasFault": false, "hasRows": false, "hasNext": false, "hasNamed": false,
    ]
    switch Self.condition(text) {
    case .success(let condition):
      let limit = try request.isChecked("all") ? Self.most : Self.mostOnAPage
      var question = FindQuestion(where: condition, at: isEver ? .ever : .end)
      question.limit = limit
      let asked = question
      let found = try await app.readers.read(.long) { try app.asking(asked).list(in: app.events($0)) }
      try await parts.note("find", of: app, context, count: found.rows.count)
      values.merge(Self.values(found, app, isEver)) { $1 }
      let address = Self.address(of: text, app: app, isEver: isEver)
      values["hasNamed"] = true
      values["shared"] = GroupsPage.address(of: text, app: app, isEver: isEver)
      values["hasNext"] = found.held > found.rows.count && limit < Self.most
      values["next"] = "\(address)&all=yes"
    case .failure(let fault):
      values["fault"] = fault.words
      values["hasFault"] = true
    }
    let body = DeskTemplate.search.render(values)
    return try DeskPage(title: "Search", body: body, token: token, app: app.name, here: "/search").response()
  }

  private static func condition(_ text: String) -> Result<Condition, ConditionFault> {
    Result { () throws(ConditionFault) in try Condition(text) }
  }

  private static func values(_ found: FindList, _ app: App, _ isEver: Bool) -> [String: Any] {
    let all = RefusedWords.count(found.installations, "installation")
    let listed =
      found.held > found.rows.count ? "; the last \(found.rows.count.grouped) to send something are listed" : ""
    let atEnd = isEver ? ", \(found.heldAtEnd.grouped) now" : ""
    return [
      "hasSummary": true,
      "summary": (["\(found.held.grouped) of \(all)\(atEnd)\(listed)."] + found.remarks).joined(separator: " "),
      "groups": found.groups.map { ["label": $0.label, "words": $0.words] }, "hasGroups": found.held > 1,
      "valuesTitle": isEver ? "After the first event at which it held" : "Values",
      "rows": found.rows.map { values($0, app) }, "hasRows": !found.rows.isEmpty,
    ]
  }

  private static func values(_ row: FindList.Row, _ app: App) -> [String: Any] {
    let profile = row.profile
    let device = [profile[.deviceModel], profile[.deviceOsName], profile[.deviceOsVersion]]
    let page = "/installations/\(row.source.string.addressPart)"
    let query = "?app=\(app.name.addressPart)"
    let values = row.values.map { "\($0.field) \($0.value)" }.joined(separator: ", ")
    return [
      "source": row.source.string, "user": row.user?.string ?? "", "version": profile[.appVersionName]?.string ?? "",
      "device": device.compactMap { $0?.string }.joined(separator: " "),
      "last": row.last.isMissing ? "" : PageTime.html(row.last),
      "visible": (row.first.map { "revision \($0): " } ?? "") + values, "hasRefused": false,
      // The page opens at the event after which it held first.
      "address": row.first.map { "\(page)\(query)#r\($0)" } ?? "\(page)\(query)",
    ]
  }
}
