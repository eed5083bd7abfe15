import Hummingbird
import Logging

/// Logs a line for each request: no user, no token, and of an installation's name only the beginning.
struct RequestLog: RouterMiddleware {
  typealias Context = ServerContext
  let metrics: ServerMetrics

  func handle(
    _ request: Request, context: Context, next: (Request, Context) async throws -> Response
  ) async throws -> Response {
    let start = ContinuousClock.now
    let response = try await next(request, context)
    metrics.count(.requests, [("status", "\(response.status.code)")])
    context.logger.info(
      "request",
      metadata: [
        "method": "\(request.method.rawValue)", "path": "\(Self.shortened(request.uri.path))",
        "status": "\(response.status.code)", "milliseconds": "\((ContinuousClock.now - start).milliseconds)",
      ])
    return response
  }

  private static let longestPart = 12

  /// A path whose long parts, such as an installation's name, are cut.
  private static func shortened(_ path: String) -> String {
    path.split(separator: "/", omittingEmptySubsequences: false)
      .map { $0.count > longestPart ? "\($0.prefix(longestPart))…" : String($0) }.joined(separator: "/")
  }
}

extension Duration {
  var microseconds: Int { Int(components.seconds * 1_000_000 + components.attoseconds / 1_000_000_000_000) }
  var milliseconds: Int { Int(components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000) }
}
