import Herald
import Hummingbird

/// The pages for the support desk: from a customer's words to an answer that can be sent back.
struct PageRoutes {
  let parts: ServerParts

  func add(to router: Router<ServerContext>) {
    let pages = router.group().add(middleware: TokenMiddleware(parts: parts, kind: .pages))
      .add(middleware: AskerMiddleware(parts: parts))
      .add(middleware: LookMiddleware(parts: parts))
      .add(middleware: HandlerThreads())
    SignIn(parts: parts).add(to: pages)
    pages.get("/") { request, context in
      context.token == nil ? Response.leading(to: "/sign-in") : Response.leading(to: "/search")
    }
    pages.get("search") { try await search($0, $1) }
    pages.get("shared") { try await GroupsPage(parts: parts).response($0, $1) }
    pages.get("rejected") { try await RejectedPage(parts: parts).response($0, $1) }
    FleetPages(parts: parts).add(to: pages)
    PolicyPages(parts: parts).add(to: pages)
    ForgetPages(parts: parts).add(to: pages)
    DevicePages(parts: parts).add(to: pages)
    MinimizeRoute(parts: parts).add(to: pages)
    pages.get("installations/:source/at/:revision") { try await MomentPage(parts: parts).response($0, $1) }
    DraftPage(parts: parts).add(to: pages)
    ComparePage(parts: parts).add(to: pages)
    RedactedPage(parts: parts).add(to: pages)
    DocumentPage(parts: parts).add(to: pages)
  }

  private static let mostOnAPage = 50

  private func search(_ request: Request, _ context: ServerContext) async throws -> Response {
    let token = try context.requiring(.read)
    let app = try parts.apps.app(for: token, named: request.query("app"))
    let query = request.typed("q") ?? ""
    if request.typed("where") != nil { return try await FindPage(parts: parts).response(request, context, token, app) }
    let after = request.query("after").map { ExactString($0) }
    let asked = try SearchQuery(query, users: app.users)
    let found = try await app.search.find(asked, after: after, atMost: Self.mostOnAPage)
    let count = try await app.search.count(asked)
    try await parts.note("search", of: app, context, count: found.count)
    let address = "/search?app=\(app.name.addressPart)&q=\(query.addressPart)"
    let next =
      found.count == Self.mostOnAPage ? found.last.map { "\(address)&after=\($0.source.string.addressPart)" } : nil
    // A page of all installations has nobody to compare them with.
    let isWhole = after == nil && next == nil && !query.isEmpty
    let values: [String: Any] = [
      "app": app.name, "query": query, "rows": found.map { $0.values(app: app.name) }, "hasRows": !found.isEmpty,
      "isEmpty": query.isEmpty, "next": next ?? "", "hasNext": next != nil,
      "hasSummary": true, "where": "", "isEver": false, "isCondition": false, "hasFault": false, "hasGroups": false,
      "summary": "\(RefusedWords.count(count, "installation"))\(query.isEmpty ? "" : " found").",
    ]
    let links = FindLinks.values(naming: isWhole ? found.map(\.source) : [], app: app)
    let body = DeskTemplate.search.render(values.merging(links) { $1 })
    return try DeskPage(title: "Search", body: body, token: token, app: app.name, here: "/search").response()
  }
}

extension FoundInstallation {
  /// The values of the installation for a page's template.
  fileprivate func values(app: String) -> [String: Any] {
    return [
      "source": source.string, "user": user?.string ?? "", "version": property("appVersionName"),
      "device": [property("deviceModel"), property("deviceOsName"), property("deviceOsVersion")].filter { !$0.isEmpty }
        .joined(separator: " "),
      "last": last.map { PageTime.html($0) } ?? "", "visible": visible?.string ?? "",
      "refused": refused ?? "", "hasRefused": refused != nil,
      "address": "/installations/\(source.string.addressPart)?app=\(app.addressPart)",
    ]
  }
}
