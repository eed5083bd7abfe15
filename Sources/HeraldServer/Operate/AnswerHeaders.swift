import HTTPTypes
import Hummingbird

/// Adds the headers that belong to every answer, also to problems.
struct AnswerHeaders: RouterMiddleware {
  typealias Context = ServerContext

  /// Each header with its value, which an answer may have another one of.
  private static let all: [HTTPField] = [
    // Nothing is another kind of thing than it says.
    (.xContentTypeOptions, "nosniff"),
    // A form of a page has to name its origin; other sites learn nothing.
    (HTTPField.Name("Referrer-Policy"), "same-origin"),
    // An answer that a browser opens by itself runs and loads nothing, and nobody frames it.
    (.contentSecurityPolicy, "default-src 'none'; frame-ancestors 'none'"),
    (HTTPField.Name("Cross-Origin-Resource-Policy"), "same-origin"),
    // Caches on the way do not know that a cookie decides.
    (.cacheControl, "no-store"),
  ].compactMap { name, value in name.map { HTTPField(name: $0, value: value) } }

  func handle(
    _ request: Request, context: Context, next: (Request, Context) async throws -> Response
  ) async throws -> Response {
    var response = try await next(request, context)
    for field in Self.all where !response.headers.contains(field.name) { response.headers.append(field) }
    return response
  }
}

/// Refuses requests to a host that is none of the server's own names.
struct OwnNames: RouterMiddleware {
  typealias Context = ServerContext
  /// Nil for names that cannot be read: then no host is the server's.
  private let names: PublicNames?

  init(_ settings: ServerSettings) { names = PublicNames(settings.publicNames) }

  func handle(
    _ request: Request, context: Context, next: (Request, Context) async throws -> Response
  ) async throws -> Response {
    let host = request.head.authority ?? ""
    guard let names, names.has(host) else {
      throw Problem(
        .otherHost, "`\(host)` is not this server.", at: "Host", why: "the setting `publicNames` does not have it")
    }
    return try await next(request, context)
  }
}
