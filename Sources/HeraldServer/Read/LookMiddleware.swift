import Herald
import HeraldLog
import Hummingbird
import NIOPosix
import Synchronization

/// Puts on record who was given data of an app. A route says what it gave with
/// ``ServerParts/note(_:of:_:source:count:)``; of a route that says nothing the path is on record, so that no route can
/// forget it.
struct LookMiddleware: RouterMiddleware {
  typealias Context = ServerContext
  let parts: ServerParts

  /// The paths whose answers have nothing of an installation: the pages to begin with, what phones fetch and send, the
  /// analysis, the promises and the history of policies, and the journal of forgettings.
  static let withoutData: Set<String> = [
    "/", "/sign-in", "/sign-out", "/v1/events", "/v1/openapi.json", "/v1/analyze", "/v1/policies/{app}/history",
    "/v1/policies/{app}/promises",
  ]
  /// The paths without data where they are only read.
  static let withoutDataToRead: Set<String> = ["/policies", "/forget", "/v1/policies/{app}"]

  /// The words for paths that do not say themselves what they gave.
  private static let words = [
    "/policies": "what if of a draft", "/v1/policies/{app}": "what if of a draft", "/forget": "what would be forgotten",
    "/v1/forget": "forgetting",
  ]

  func handle(
    _ request: Request, context: Context, next: (Request, Context) async throws -> Response
  ) async throws -> Response {
    guard let token = context.token, let path = context.endpointPath, !Self.withoutData.contains(path),
      !request.onlyReads || !Self.withoutDataToRead.contains(path)
    else { return try await next(request, context) }
    var context = context
    let looks = NotedLooks()
    context.looks = looks
    do {
      let response = try await next(request, context)
      if response.status.kind == .successful { try await noteRest(looks, token, path, request, context) }
      return response
    } catch let problem as Problem where problem.code == Diagnostic.Code(ServerCode.limitPassed) {
      // The answer names installations for which the policy would change something.
      try await noteRest(looks, token, path, request, context)
      throw problem
    }
  }

  private func noteRest(
    _ looks: NotedLooks, _ token: AccessToken, _ path: String, _ request: Request, _ context: ServerContext
  ) async throws {
    guard looks.isEmpty else { return }
    let app = try parts.apps.app(for: token, named: context.part("app") ?? request.query("app"))
    try await parts.note(Self.words[path] ?? "\(request.method.rawValue) \(path)", of: app, context)
  }
}

/// The looks of a request that are on record.
final class NotedLooks: Sendable {
  private let count = Mutex(0)

  var isEmpty: Bool { count.withLock { $0 == 0 } }

  /// Counts a look, or a part that is the sender's own and needs no entry.
  func add() { count.withLock { $0 += 1 } }
}

extension ServerParts {
  /// Puts on record that somebody is given data of an app, before it is given.
  ///
  /// - Parameters:
  ///   - what: the part that is looked at.
  ///   - source: the installation; nil for data of several.
  ///   - count: the number of installations, rows, lines or events.
  /// - Throws: `LedgerError` where it cannot be written; nothing is given then.
  func note(
    _ what: String, of app: App, _ context: ServerContext, source: ExactString? = nil, count: Int? = nil
  ) async throws {
    let look = Look(time: .now, token: context.token?.id ?? "", source: source, what: what, count: count)
    try await NIOThreadPool.singleton.runIfActive { try app.arrivals.note(look) }
    context.looks?.add()
  }
}
