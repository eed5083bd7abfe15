import HeraldQuestions
import Hummingbird

/// The path with what all installations of an app hold.
struct FleetRoute {
  let parts: ServerParts

  func add(to router: RouterGroup<ServerContext>) {
    router.get("fleet") { try await fleet($0, $1) }
  }

  /// `GET /v1/fleet`: how many installations hold which policy, and how many ended with fetches that failed, by reason.
  private func fleet(_ request: Request, _ context: ServerContext) async throws -> Response {
    let token = try context.requiring(.read)
    let app = try parts.apps.app(for: token, named: request.query("app"))
    let answer = try await app.readers.read(.long) { try FleetQuestion().answer(in: app.events($0)) }
    try await parts.note("fleet", of: app, context, count: answer.installations)
    return .lines(Array(answer.json.utf8))
  }
}
