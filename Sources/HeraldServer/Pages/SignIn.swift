import HTTPTypes
import Hummingbird
import NIOPosix

/// Signing in: a token is typed once and exchanged for a session, whose secret the browser keeps in a cookie.
struct SignIn {
  let parts: ServerParts

  private static let longestForm = 4096

  /// A reason why nobody was signed in.
  private enum Refusal {
    case unknown, forNoPage
  }

  func add(to router: RouterGroup<ServerContext>) {
    router.get("sign-in") { request, _ in try page(to: OwnAddress.of(request.query("to") ?? "/")) }
    router.form("sign-in", of: parts, atMost: Self.longestForm, .signingIn) { form, request, context in
      try await signIn(form, request, context)
    }
    router.form("sign-out", of: parts, atMost: Self.longestForm, .signingOut) { _, request, context in
      try await end(context.token)
      let cookie = SessionCookie.removing(isSecure: parts.isSecure(request, context))
      return Response.leading(to: "/sign-in", headers: [.setCookie: cookie])
    }
  }

  private func page(to address: String, _ refusal: Refusal? = nil) throws -> Response {
    let body = DeskTemplate.signIn.render([
      "to": address, "isRefused": refusal == .unknown, "isForNoPage": refusal == .forNoPage,
    ])
    let status: HTTPResponse.Status =
      switch refusal {
      case nil: .ok
      case .unknown: .unauthorized
      case .forNoPage: .forbidden
      }
    return try DeskPage(title: "Sign in", body: body, status: status).response()
  }

  private func signIn(_ form: PostedForm, _ request: Request, _ context: ServerContext) async throws -> Response {
    let to = OwnAddress.of(form["to"])
    guard let token = try parts.folder.tokens.token(form["token"].trimming(" \t\r\n")) else {
      try parts.countWrongToken(request, context)
      return try page(to: to, .unknown)
    }
    guard token.maySignIn else { return try page(to: to, .forNoPage) }
    try await end(context.token)
    let sessions = parts.folder.sessions
    let secret = try await NIOThreadPool.singleton.runIfActive { try sessions.begin(for: token) }
    let cookie = SessionCookie.setting(secret, isSecure: parts.isSecure(request, context))
    return .leading(to: to, headers: [.setCookie: cookie])
  }

  /// Ends the session that a request came with; does nothing for a request with a token alone.
  private func end(_ token: AccessToken?) async throws {
    guard let session = token?.session?.session else { return }
    let sessions = parts.folder.sessions
    try await NIOThreadPool.singleton.runIfActive { try sessions.end(session) }
  }
}
