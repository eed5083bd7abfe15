import HTTPTypes
import Hummingbird

/// Reads the token of a request. Whether the path needs one, the path says.
struct TokenMiddleware: RouterMiddleware {
  typealias Context = ServerContext
  let tokens: TokenStore

  func handle(
    _ request: Request, context: Context, next: (Request, Context) async throws -> Response
  ) async throws -> Response {
    guard let text = try Self.text(of: request) else { return try await next(request, context) }
    guard let token = try tokens.token(text) else {
      // An expired cookie counts as none, and the path says whether it needs a token.
      guard request.headers[.authorization] != nil else { return try await next(request, context) }
      var problem = Problem(
        .wrongToken, "The token is not valid.", at: "Authorization", why: "it is unknown, expired or revoked")
      problem.headers[.wwwAuthenticate] = #"Bearer error="invalid_token""#
      throw problem
    }
    var context = context
    context.token = token
    return try await next(request, context)
  }

  /// The token's text: of the header, or of the cookie of somebody who signed in; nil without both.
  private static func text(of request: Request) throws -> String? {
    guard let header = request.headers[.authorization] else { return request.cookieToken }
    let words = header.split(separator: " ", maxSplits: 1)
    guard words.count == 2, words[0].lowercased() == "bearer" else {
      var problem = Problem(
        .wrongToken, "The token cannot be read.", at: "Authorization", why: "it is written as `Bearer TOKEN`")
      problem.headers[.wwwAuthenticate] = "Bearer"
      throw problem
    }
    return String(words[1])
  }
}

extension ServerContext {
  /// The token of the request, which has one of some roles.
  ///
  /// - Throws: ``Problem`` without a token or without the role.
  func requiring(_ roles: Role...) throws -> AccessToken {
    let names = roles.map { "`\($0.rawValue)`" }.joined(separator: " or ")
    guard let token else {
      var problem = Problem(
        .noToken, "The request carries no token.", at: "Authorization", why: "the path needs one with the role \(names)"
      )
      problem.headers[.wwwAuthenticate] = "Bearer"
      throw problem
    }
    guard roles.contains(where: token.allows) else {
      throw Problem(
        .roleMissing, "The token `\(token.id)` may not do this.", at: "Authorization",
        why: "it lacks the role \(names)")
    }
    return token
  }
}
