import Foundation
import Herald

/// One fetch over HTTP: the request, its redirects, and the final answer.
struct HTTPExchange {
  private let start: WebAddress
  private let validators: Validators?
  private let transport: any HTTPTransport
  private let options: HTTPOptions

  init(
    from start: WebAddress, validators: Validators?, over transport: any HTTPTransport, options: HTTPOptions
  ) throws(FetchFault) {
    guard start.isEncrypted || start.isLoopback || options.allowsPlainHTTP else { throw .plainHTTP }
    for header in options.headers where !Self.isSendable(header) { throw .unusableHeader(header.name) }
    guard options.trustedAuthorities.allSatisfy(TrustedAuthority.isPEM) else { throw .unusableAuthority }
    self.start = start
    self.validators = validators.map { Validators(etag: sendable($0.etag), lastModified: sendable($0.lastModified)) }
    self.transport = transport
    self.options = options
  }

  /// True if a header is valid (RFC 9110, sections 5.1 and 5.5).
  static func isSendable(_ header: (name: String, value: String)) -> Bool {
    let isName = header.name.utf8.allSatisfy { byte in
      switch byte {
      case 48...57, 65...90, 97...122: true
      default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
      }
    }
    return isName && !header.name.isEmpty && !header.value.utf8.contains { $0 < 32 && $0 != 9 || $0 == 127 }
  }

  /// Sends the request, follows redirects, and reads the document.
  func outcome() async throws(FetchFault) -> FetchOutcome {
    var address = start
    var visited: Set<String> = [address.target]
    while true {
      let answer = try await ask(address)
      let head = answer.head
      try AnswerRules.checkFraming(of: head)
      switch head.status {
      case 200:
        try AnswerRules.checkBody(of: head, limit: options.limits.bytes)
        let charset = DocumentText.charset(ofContentType: head.values(of: "content-type").first)
        let text = try DocumentText.document(answer.body, charset: charset, limit: options.limits.bytes)
        return .document(text: text, Validators(head), signature: head.signature)
      case 304:
        guard let validators, validators != Validators() else { throw .unaskedNotModified }
        let said = Validators(head)
        return .notModified(
          Validators(
            etag: said.etag ?? validators.etag, lastModified: said.lastModified ?? validators.lastModified),
          signature: head.signature)
      case 301, 302, 303, 307, 308:
        let next = try target(of: head, at: address)
        guard visited.insert(next.target).inserted else { throw .redirectLoop(head.status, location: next.target) }
        guard visited.count <= options.limits.redirects + 1 else {
          throw .tooManyRedirects(head.status, limit: options.limits.redirects)
        }
        address = next
      default:
        throw .status(head.status, retryAfter: head.values(of: "retry-after").first.flatMap(RetryAfter.init))
      }
    }
  }

  /// The target of a redirect that may be followed.
  private func target(of head: TransportHead, at address: WebAddress) throws(FetchFault) -> WebAddress {
    let location = head.values(of: "location").first
    guard let location, let next = address.redirected(to: location) else {
      throw .redirectNowhere(head.status, location: location.map(WebAddress.shown))
    }
    let isAllowed = next.isEncrypted || !address.isEncrypted && (next.isLoopback || options.allowsPlainHTTP)
    guard isAllowed else { throw .redirectToPlainHTTP(head.status, location: next.target) }
    return next
  }

  private func ask(_ address: WebAddress) async throws(FetchFault) -> TransportAnswer {
    let limits = options.limits
    let request = TransportRequest(
      url: address.target, headers: headers(for: address), usesProxy: !address.isLoopback,
      trustedAuthorities: options.trustedAuthorities, connectLimit: limits.connect, idleLimit: limits.idle
    ) { head in
      // The same checks come again with the whole answer, and throw there.
      let isWanted =
        head.status == 200
        && (try? AnswerRules.checkFraming(of: head)) != nil
        && (try? AnswerRules.checkBody(of: head, limit: limits.bytes)) != nil
      return isWanted ? limits.bytes : nil
    }
    do throws(TransportError) {
      return try await transport.exchange(request)
    } catch {
      throw FetchFault(error, from: address, limits)
    }
  }

  private func headers(for address: WebAddress) -> [(name: String, value: String)] {
    var headers: [(name: String, value: String)] = [
      ("User-Agent", "Herald"), ("Accept", "application/json, */*;q=0.5"), ("Accept-Encoding", "gzip"),
    ]
    if let etag = validators?.etag { headers.append(("If-None-Match", etag)) }
    if let date = validators?.lastModified { headers.append(("If-Modified-Since", date)) }
    // Credentials and headers may identify the user, so only the source's own server receives them.
    guard address.hasOrigin(of: start) else { return headers }
    if start.user != nil || start.password != nil {
      let credentials = Data("\(start.user ?? ""):\(start.password ?? "")".utf8).base64EncodedString()
      headers.append(("Authorization", "Basic \(credentials)"))
    }
    for header in options.headers {
      headers.removeAll { $0.name.lowercased() == header.name.lowercased() }
      headers.append(header)
    }
    return headers
  }
}

extension Validators {
  fileprivate init(_ head: TransportHead) {
    self.init(
      etag: sendable(head.values(of: "etag").first), lastModified: sendable(head.values(of: "last-modified").first))
  }
}

/// The value where it is valid in a header. An earlier answer's value comes from a log, so it may be anything.
private func sendable(_ value: String?) -> String? {
  value.flatMap { $0.isBlank || $0.utf8.contains { $0 < 32 || $0 == 127 } ? nil : $0 }
}

extension FetchFault {
  /// Maps the error of a transport to a fault.
  init(_ error: TransportError, from address: WebAddress, _ limits: HTTPOptions.Limits) {
    self =
      switch error {
      case .cancelled: .cancelled
      case .unusableAddress: .invalidURL(why: "the HTTP library cannot read it")
      case .unresolvedHost: .unresolved(host: address.host)
      case .unreachableHost(let why): .unreachable(address.host, port: address.port, why: why)
      case .connectTimeout: .timedOut(.connect, limits.connect)
      case .idleTimeout: .timedOut(.idle, limits.idle)
      case .interrupted: .interrupted
      case .untrustedCertificate(let why): .untrusted(why: why)
      case .failedHandshake(let why): .handshake(why: why)
      case .unusableAuthority: .unusableAuthority
      case .missingAuthorities(let why): .missingAuthorities(why: why)
      case .notHTTP(let why): .notHTTP(why: why)
      case .headTooLarge: .headTooLarge
      case .bodyTooLarge: .tooLarge(limit: limits.bytes)
      case .brokenEncoding: .brokenEncoding
      case .missingLibrary(let why, let fix): .missingLibrary(why: why, fix: fix)
      case .other(let text): .other(text)
      }
  }
}
