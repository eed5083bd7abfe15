import Synchronization

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
        route.path.count == wanted.count && zip(route.path, wanted).allSatisfy { $0 == $1 || $0.hasPrefix(":") }
      }.map(\.method)
    }
    return Set(found).sorted()
  }

  private static func parts(_ path: String) -> [String] { path.split(separator: "/").map(String.init) }
}
