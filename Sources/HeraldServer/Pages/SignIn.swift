import Foundation
import HTTPTypes
import Hummingbird

/// Signing in: a token is typed once and kept in a cookie that no script reads and no other site sends.
struct SignIn {
  let parts: ServerParts

  static let cookie = "herald"
  private static let longestForm = 4096
  private static let seconds = 12 * 3600

  func add(to router: Router<ServerContext>) {
    router.get("sign-in") { request, _ in
      try page(to: request.query("to") ?? "/", isRefused: false)
    }
    router.post("sign-in") { request, _ in try await signIn(request) }
    router.post("sign-out") { request, _ in
      try Self.checkOrigin(request)
      return Response.leading(
        to: "/sign-in", headers: [.setCookie: "\(Self.cookie)=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict"])
    }
  }

  private func page(to address: String, isRefused: Bool) throws -> Response {
    let body = DeskTemplate.signIn.render(["to": address, "isRefused": isRefused])
    return try DeskPage(title: "Sign in", body: body, status: isRefused ? .unauthorized : .ok).response()
  }

  private func signIn(_ request: Request) async throws -> Response {
    let form = try await PostedForm(request, limit: Self.longestForm)
    let text = form["token"].trimming(" \t\r\n")
    let to = form["to"].isEmpty ? "/" : form["to"]
    guard try parts.folder.tokens.token(text) != nil else { return try page(to: to, isRefused: true) }
    let isSecure = request.headers.value(of: "x-forwarded-proto") == "https"
    let cookie =
      "\(Self.cookie)=\(text); Path=/; Max-Age=\(Self.seconds); HttpOnly; SameSite=Strict\(isSecure ? "; Secure" : "")"
    // Only to this server's own pages.
    let isOwn = to.hasPrefix("/") && !to.hasPrefix("//") && !to.contains("\\")
    return .leading(to: isOwn ? to : "/", headers: [.setCookie: cookie])
  }

  /// - Throws: ``Problem`` for a form of another site.
  static func checkOrigin(_ request: Request) throws {
    guard let origin = request.headers[.origin], origin != "null" else { return }
    let host = request.head.authority ?? request.headers.value(of: "host") ?? ""
    guard origin.hasSuffix("://\(host)") else {
      throw Problem(
        .roleMissing, "The form comes from another site.", at: "Origin",
        why: "`\(origin)` is not this server, `\(host)`",
        fix: "open the page here, and do it again")
    }
  }
}

extension Request {
  /// The token's text: of the header, or of the cookie of somebody who signed in.
  var cookieToken: String? {
    guard let cookies = headers[.cookie] else { return nil }
    for cookie in cookies.split(separator: ";") {
      let pair = cookie.trimming(" ").split(separator: "=", maxSplits: 1)
      if pair.count == 2, pair[0] == SignIn.cookie { return String(pair[1]) }
    }
    return nil
  }
}
