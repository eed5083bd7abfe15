import Herald
import Hummingbird

/// `POST /v1/forget?installation=…|user=…|property=…|before=…&reason=…`: erases what must go. Who asked goes on record.
struct ForgetRoute {
  let parts: ServerParts

  func add(to router: RouterGroup<ServerContext>) {
    router.post("forget") { try await forget($0, $1) }
  }

  private func forget(_ request: Request, _ context: ServerContext) async throws -> Response {
    let token = try context.requiring(.forget)
    let app = try parts.apps.app(for: token, named: request.query("app"))
    let forgetting = try Self.forgetting(request)
    guard let reason = request.query("reason") else {
      throw Problem(
        .badQuery, "The request does not say why.", at: "reason", why: "the journal keeps why something was forgotten",
        fix: "add `reason`, such as the number of a request; it is kept, so name nobody in it")
    }
    let isDryRun = request.query("dry-run") != nil || request.uri.queryParameters["dry-run"] != nil
    let report = try await forgetting.carryOut(in: app, reason: reason, by: token, isDryRun: isDryRun)
    var output = JSONWriter()
    output.line {
      $0.member("kind", word: forgetting.kind)
      $0.member("removed", report.removed)
      $0.member("replaced", report.replaced)
      $0.member("installations", report.installations)
      $0.member("erased", report.isErased)
      $0.member("dryRun", isDryRun)
    }
    return .json(output.bytes)
  }

  private static func forgetting(_ request: Request) throws -> ForgetRequest {
    let named = ForgetRequest.Kind.allCases.compactMap { kind in
      request.query(Substring(kind.rawValue)).map { (kind, text: $0) }
    }
    guard named.count < 2 else {
      throw Problem(
        .badQuery, "The request names several things to forget.", at: "query",
        why: "it has \(named.map(\.0.rawValue).joined(separator: " and "))",
        fix: "send a request for each")
    }
    if let (kind, text) = named.first { return try ForgetRequest(kind, text) }
    throw Problem(
      .badQuery, "The request does not say what to forget.", at: "query",
      why: "it names an `installation`, a `user`, a `property`, or a time `before`")
  }
}
