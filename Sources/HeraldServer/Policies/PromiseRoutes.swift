import Herald
import HeraldQuestions
import Hummingbird

/// `/v1/policies/PACKAGE/promises`: the statements that each later policy of the app has to keep.
struct PromiseRoutes {
  let parts: ServerParts

  func add(to router: RouterGroup<ServerContext>) {
    let promises = router.group("policies/:app/promises")
    promises.get { try get($0, $1) }
    promises.put { try await put($0, $1) }
    promises.delete { try await delete($0, $1) }
  }

  /// The file as it was sent.
  private func get(_ request: Request, _ context: ServerContext) throws -> Response {
    let token = try context.requiring(.read, .publish)
    try request.requireQuery(of: [])
    let app = try parts.apps.app(for: token, named: context.part("app"))
    guard let text = try app.promises.text() else { throw Self.none(app) }
    return .json(Array(text.utf8))
  }

  private func put(_ request: Request, _ context: ServerContext) async throws -> Response {
    let token = try context.requiring(.publish)
    try request.requireQuery(of: [])
    let app = try parts.apps.app(for: token, named: context.part("app"))
    let text = try await request.text(atMost: PromiseStore.largest)
    let promises = try PromiseFile(text, named: PromiseStore.name).promises
    _ = try await app.writer.replacePromises(text, by: token.name)
    return Self.answer(Digest.of(text), promises.count)
  }

  private func delete(_ request: Request, _ context: ServerContext) async throws -> Response {
    let token = try context.requiring(.publish)
    try request.requireQuery(of: [])
    let app = try parts.apps.app(for: token, named: context.part("app"))
    guard try await app.writer.replacePromises(nil, by: token.name) else { throw Self.none(app) }
    return Self.answer(nil, 0)
  }

  /// The promises that are kept now, by the digest of their file and their number.
  private static func answer(_ digest: ExactString?, _ count: Int) -> Response {
    var output = JSONWriter()
    output.line {
      $0.member("digest", digest)
      $0.member("promises", count)
    }
    return .json(output.bytes)
  }

  private static func none(_ app: App) -> Problem {
    Problem(.noPromises, "The app `\(app.name)` has no promises.", why: "none were sent, or they were removed")
  }
}
