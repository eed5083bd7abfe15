import HTTPTypes
import Hummingbird
import NIOCore

/// Reads the token of a request. Whether the path needs one, the path says.
struct TokenMiddleware: RouterMiddleware {
  typealias Context = ServerContext
  let parts: ServerParts
  let kind: Kind

  /// The kind of paths, which says when a cookie counts.
  enum Kind {
    /// Paths for programs. Browsers send cookies with what other sites make them send, so there they only read.
    case programs
    /// Paths of pages. There they change something too, for forms of this server's own pages.
    case pages
  }

  func handle(
    _ request: Request, context: Context, next: (Request, Context) async throws -> Response
  ) async throws -> Response {
    var (request, context) = (request, context)
    if !request.onlyReads {
      switch kind {
      case .programs: try checkHeader(request)
      case .pages: try parts.checkIsOwn(request, context)
      }
    }
    context.token = try parts.token(of: request, context)
    if let token = context.token, !request.onlyReads {
      // A body may be long under way.
      let folder = parts.folder
      request.body = RequestBody(asyncSequence: BodyOfToken(body: request.body) { try folder.check(token) })
    }
    return try await next(request, context)
  }

  /// - Throws: ``Problem`` for a request that would change something by a cookie.
  private func checkHeader(_ request: Request) throws {
    guard request.headers[.authorization] == nil,
      [true, false].contains(where: { request.cookie(SessionCookie.name(isSecure: $0)) != nil })
    else { return }
    var problem = Problem(
      .noToken, "A cookie does not count for \(request.method.rawValue) here.", at: "Authorization",
      why: "on `/v1` a cookie counts for GET and HEAD alone, because other sites can make a browser send it",
      fix: "send the token in `Authorization: Bearer TOKEN`")
    problem.headers[.wwwAuthenticate] = "Bearer"
    throw problem
  }
}

/// The body of a request with a token, which is asked for once more when the body has come.
struct BodyOfToken: AsyncSequence, Sendable {
  let body: RequestBody
  let check: @Sendable () throws -> Void

  func makeAsyncIterator() -> Iterator { Iterator(pieces: body.makeAsyncIterator(), check: check) }

  struct Iterator: AsyncIteratorProtocol {
    var pieces: RequestBody.AsyncIterator
    let check: @Sendable () throws -> Void

    mutating func next() async throws -> ByteBuffer? {
      if let piece = try await pieces.next() { return piece }
      try check()
      return nil
    }
  }
}

extension Request {
  /// True for a method that changes nothing.
  var onlyReads: Bool { method == .get || method == .head }
}

extension ServerParts {
  /// The token of a request: of `Authorization`, or else of the session in the cookie; nil without both. A session that
  /// ended counts as none.
  ///
  /// - Throws: ``Problem`` for a token that is not in force.
  func token(of request: Request, _ context: ServerContext) throws -> AccessToken? {
    guard let header = request.headers[.authorization] else {
      // Phones that fetch a policy have neither.
      guard request.headers.contains(.cookie) else { return nil }
      return try request.cookie(SessionCookie.name(isSecure: isSecure(request, context))).flatMap {
        try folder.token(ofSession: $0)
      }
    }
    let words = header.split(separator: " ", maxSplits: 1)
    guard words.count == 2, words[0].lowercased() == "bearer" else {
      throw Problem.wrongToken(
        "The token cannot be read.", why: "it is written as `Bearer TOKEN`", asking: "Bearer")
    }
    if let token = try folder.tokens.token(words[1]) { return token }
    try countWrongToken(request, context)
    throw Problem.notInForce
  }

  /// Counts a wrong token of an address. Right ones are not slowed down, since many people may share an address.
  ///
  /// - Throws: ``Problem`` where there were too many in this minute.
  func countWrongToken(_ request: Request, _ context: ServerContext) throws {
    try rates.count(
      "address with wrong tokens \(senderName(request, context))", atMost: settings.failedTokens)
  }
}

extension ServerFolder {
  /// - Throws: ``Problem`` for a token that a request showed and that is not in force any more.
  func check(_ token: AccessToken) throws { if try !isInForce(token) { throw Problem.notInForce } }
}

extension Problem {
  /// The problem of a token that is unknown, expired or revoked.
  static var notInForce: Problem {
    wrongToken(
      "The token is not valid.", why: "it is unknown, expired or revoked", asking: #"Bearer error="invalid_token""#)
  }

  /// The problem of a request without a token.
  static func noToken(why: String) -> Problem {
    var problem = Problem(.noToken, "The request carries no token.", at: "Authorization", why: why)
    problem.headers[.wwwAuthenticate] = "Bearer"
    return problem
  }

  fileprivate static func wrongToken(_ what: String, why: String, asking: String) -> Problem {
    var problem = Problem(.wrongToken, what, at: "Authorization", why: why)
    problem.headers[.wwwAuthenticate] = asking
    return problem
  }
}

extension ServerContext {
  /// The token of the request, which has one of some roles.
  ///
  /// - Throws: ``Problem`` without a token or without the role.
  func requiring(_ roles: Role...) throws -> AccessToken {
    let names = roles.map { "`\($0.rawValue)`" }.joined(separator: " or ")
    guard let token else { throw Problem.noToken(why: "the path needs one with the role \(names)") }
    guard roles.contains(where: token.allows) else {
      throw Problem(
        .roleMissing, "The token `\(token.id)` may not do this.", at: "Authorization",
        why: "it lacks the role \(names)")
    }
    return token
  }
}
