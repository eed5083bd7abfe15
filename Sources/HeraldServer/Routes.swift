import Hummingbird
import Synchronization

/// The paths of the server.
struct Routes {
  let parts: ServerParts

  func add(to router: Router<ServerContext>) {
    router.add(middleware: RequestLog(metrics: parts.metrics))
    router.add(middleware: AnswerHeaders())
    let paths = KnownPaths()
    router.add(middleware: ProblemMiddleware(parts: parts, paths: paths))
    router.add(middleware: MemoryMiddleware(parts: parts))
    // Each layer costs every request some microseconds, and without the setting any name is the server's.
    if !parts.settings.publicNames.isEmpty { router.add(middleware: OwnNames(parts.settings)) }
    Health(parts: parts).add(to: router)
    PageRoutes(parts: parts).add(to: router)
    let version = router.group("v1").add(middleware: TokenMiddleware(parts: parts, kind: .programs))
    version.post("events") { try await EventsRoute(parts: parts).post($0, $1) }
    router.group().add(middleware: TokenMiddleware(parts: parts, kind: .programs)).get("metrics") { _, context in
      try metrics(context)
    }
    version.get("openapi.json") { _, _ in
      Response.json(PackageResources.openapi_json)
    }
    // Phones, who send and fetch, pass by the layers of those who ask.
    let asking = version.group().add(middleware: AskerMiddleware(parts: parts))
      .add(middleware: LookMiddleware(parts: parts)).add(middleware: HandlerThreads())
    AnalysisRoutes(parts: parts).add(to: asking)
    AnalyzeRoute(parts: parts).add(to: asking)
    FindRoute(parts: parts).add(to: asking)
    FleetRoute(parts: parts).add(to: asking)
    LiveRoute(parts: parts).add(to: asking)
    ForgetRoute(parts: parts).add(to: asking)
    PolicyFetching(parts: parts).add(to: version)
    PolicyRoutes(parts: parts).add(to: asking)
    PromiseRoutes(parts: parts).add(to: asking)
    InstallationRoutes(parts: parts).add(to: asking)
    paths.learn(router.routes.map { ("\($0.path)", $0.method.rawValue) })
  }

  /// `/metrics`: the server's figures in Prometheus's text format.
  private func metrics(_ context: ServerContext) throws -> Response {
    let token = try context.requiring(.metrics)
    var response = Response.json(Array(parts.metrics.text(of: parts, for: token.app).utf8))
    response.headers[.contentType] = "text/plain; version=0.0.4; charset=utf-8"
    return response
  }
}

/// The paths of the server with their methods, for requests with another method.
final class KnownPaths: Sendable {
  private let routes = Mutex<[(path: [String], method: String)]>([])

  /// Takes the paths of a router, after all were added.
  func learn(_ known: [(path: String, method: String)]) {
    routes.withLock { $0 = known.map { (Self.parts($0.path), $0.method) } }
  }

  /// The methods that a path is known for; empty for an unknown path.
  func methods(of path: String) -> [String] {
    let wanted = Self.parts(path)
    let found = routes.withLock { routes in
      routes.filter { route in
        route.path.count == wanted.count
          && zip(route.path, wanted).allSatisfy { $0 == $1 || $0.hasPrefix(":") || $0.hasPrefix("{") }
      }.map(\.method)
    }
    return Set(found).sorted()
  }

  private static func parts(_ path: String) -> [String] { path.split(separator: "/").map(String.init) }
}
