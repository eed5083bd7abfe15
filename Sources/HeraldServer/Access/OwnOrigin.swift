import HTTPTypes
import Hummingbird

/// An origin of the web: a scheme, a host and a port (RFC 6454).
struct WebOrigin: Hashable, Sendable {
  let scheme: String
  let host: String
  let port: Int

  /// Reads an origin as a browser writes it, such as `https://desk.example.com:8443`; nil for another text, also for
  /// `null`.
  init?(_ text: String) {
    guard let range = text.firstRange(of: "://"), range.lowerBound != text.startIndex else { return nil }
    self.init(scheme: text[..<range.lowerBound].lowercased(), authority: String(text[range.upperBound...]))
  }

  /// - Parameter authority: a host, with a port or without.
  init?(scheme: String, authority: String) {
    guard let port = ["http": 80, "https": 443][scheme], let name = HostName(authority) else { return nil }
    (self.scheme, host, self.port) = (scheme, name.host, name.port ?? port)
  }
}

extension ServerParts {
  /// True if a request came by TLS: a trusted proxy says so, or the setting `secureCookies` does.
  func isSecure(_ request: Request, _ context: ServerContext) -> Bool {
    if settings.secureCookies == ServerSettings.always { return true }
    guard isFromProxy(context), let name = HTTPField.Name("X-Forwarded-Proto"), let text = request.headers[name]
    else { return false }
    // The last word is that of the proxy itself.
    return text.split(separator: ",").last?.trimming(" ").lowercased() == "https"
  }

  /// True if the connection is one of a proxy in the setting `trustedProxies`.
  func isFromProxy(_ context: ServerContext) -> Bool {
    proxies.has(context.address ?? "")
  }

  /// The server's address as links have it, such as `https://desk.example.com`.
  func ownAddress(_ request: Request, _ context: ServerContext) -> String {
    let host = PublicNames(settings.publicNames)?.first ?? request.head.authority ?? ""
    return "\(isSecure(request, context) ? "https" : "http")://\(host)"
  }

  /// Checks that a form was sent by a page of this server, by what browsers say of it and pages cannot change.
  ///
  /// - Throws: ``Problem`` for a form of another origin, and for a request that says nothing of where it is from.
  func checkIsOwn(_ request: Request, _ context: ServerContext) throws {
    let origin = request.headers[.origin]
    let site = HTTPField.Name("Sec-Fetch-Site").flatMap { request.headers[$0] }
    let host = request.head.authority ?? ""
    let scheme = isSecure(request, context) ? "https" : "http"
    let own = WebOrigin(scheme: scheme, authority: host)
    let sent = origin.flatMap { WebOrigin($0) }
    let isOwn: Bool
    switch (site, origin) {
    case (nil, nil): isOwn = false
    case (nil, _?): isOwn = sent != nil && sent == own
    case (let site?, nil): isOwn = site == Self.sameOrigin
    // The browser compared the origins itself. It knows of TLS that an unnamed proxy took away.
    case (let site?, _?):
      isOwn = site == Self.sameOrigin && sent.map { $0.isAt(host) } ?? false
    }
    guard !isOwn else { return }
    throw Problem(
      .foreignForm, "The form comes from elsewhere.", at: site == nil ? "Origin" : "Sec-Fetch-Site",
      why: origin == nil && site == nil
        ? "the request has neither `Sec-Fetch-Site` nor `Origin`, so nothing says that a page of this server sent it"
        : "its origin is `\(origin ?? site ?? "")`, and this server is `\(scheme)://\(host)`")
  }

  private static let sameOrigin = "same-origin"
}

extension WebOrigin {
  /// True if the origin is at a host, whatever its scheme.
  fileprivate func isAt(_ authority: String) -> Bool {
    WebOrigin(scheme: scheme, authority: authority) == self
  }
}
