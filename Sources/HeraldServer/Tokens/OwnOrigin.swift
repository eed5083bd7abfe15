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

/// The name of a host in small letters, with a port or without, as `Host` has it.
struct HostName: Hashable, Sendable {
  let host: String
  let port: Int?

  /// Nil for what is no name or address of a host.
  init?(_ text: String) {
    var name = text.lowercased()
    var port: Int?
    if let colon = name.lastIndex(of: ":"), !name.hasSuffix("]") {
      let digits = name[name.index(after: colon)...]
      guard digits.utf8.allSatisfy({ (48...57).contains($0) }), let number = Int(digits), (1...65_535).contains(number)
      else { return nil }
      port = number
      name = String(name[..<colon])
    }
    if name.hasSuffix("."), !name.hasPrefix("[") { name.removeLast() }
    guard Self.isAddress(name) || Self.isName(name) else { return nil }
    (host, self.port) = (name, port)
  }

  /// True for an IPv6 address in brackets.
  private static func isAddress(_ text: String) -> Bool {
    text.hasPrefix("[") && text.hasSuffix("]") && text.utf8.count > 3
      && text.dropFirst().dropLast().utf8.allSatisfy { "0123456789abcdef:.".utf8.contains($0) }
  }

  private static func isName(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count < 256 && !text.hasPrefix(".") && !text.contains("..")
      && text.utf8.allSatisfy { "abcdefghijklmnopqrstuvwxyz0123456789.-_".utf8.contains($0) }
  }
}

/// The server's own host names (the setting `publicNames`): those that a request may name in `Host`.
struct PublicNames: Sendable {
  private let names: [HostName]
  /// The first name as it was written, for links; nil where any name is the server's.
  let first: String?

  /// Nil for a list with a part that is no host.
  init?(_ text: String) {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { $0.trimming(" ") }
    let isEmpty = parts.allSatisfy(\.isEmpty)
    let names = isEmpty ? [] : parts.compactMap { HostName($0) }
    guard isEmpty || names.count == parts.count else { return nil }
    (self.names, first) = (names, isEmpty ? nil : parts.first)
  }

  /// True if a request to this host is for the server. A name of the setting without a port holds for all ports.
  func has(_ host: String) -> Bool {
    if names.isEmpty { return true }
    guard let asked = HostName(host) else { return false }
    return names.contains { $0.host == asked.host && ($0.port == nil || $0.port == asked.port) }
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
    settings.isProxy(context.address ?? "")
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
