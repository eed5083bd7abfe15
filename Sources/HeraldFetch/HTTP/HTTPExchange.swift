import AsyncHTTPClient
import Herald
import NIOCore
import NIOHTTP1
import NIOSSL

/// One fetch over HTTP: the request, its redirects, and the final answer.
struct HTTPExchange {
  private let start: WebAddress
  private let validators: Validators?
  private let options: HTTPOptions
  private let client: HTTPClient

  init(from start: WebAddress, validators: Validators?, options: HTTPOptions) throws(FetchFault) {
    guard start.isEncrypted || start.isLoopback || options.allowsPlainHTTP else { throw .plainHTTP }
    for header in options.headers where !Self.isSendable(header) { throw .unusableHeader(header.name) }
    self.start = start
    self.validators = validators.map { Validators(etag: sendable($0.etag), lastModified: sendable($0.lastModified)) }
    self.options = options
    client = HTTPClient(configuration: try Self.configuration(options))
  }

  /// Closes the connections without waiting, because a server may close its side slowly.
  func close() { client.shutdown { _ in } }

  /// Whether a header is valid (RFC 9110, sections 5.1 and 5.5). The library would refuse it only after connecting.
  private static func isSendable(_ header: (name: String, value: String)) -> Bool {
    let isName = header.name.utf8.allSatisfy { byte in
      switch byte {
      case 48...57, 65...90, 97...122: true
      default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
      }
    }
    return isName && !header.name.isEmpty && !header.value.utf8.contains { $0 < 32 && $0 != 9 || $0 == 127 }
  }

  private static func configuration(_ options: HTTPOptions) throws(FetchFault) -> HTTPClient.Configuration {
    let limits = options.limits
    var configuration = HTTPClient.Configuration(
      redirectConfiguration: .disallow,
      timeout: .init(connect: TimeAmount(limits.connect), read: TimeAmount(limits.idle)),
      decompression: .enabled(limit: .size(limits.bytes)))
    // The caller decides on retries, and learns at once that the device has no network.
    configuration.connectionPool.retryConnectionEstablishment = false
    configuration.networkFrameworkWaitForConnectivity = false
    if !options.trustedAuthorities.isEmpty {
      var tls = TLSConfiguration.makeClientConfiguration()
      tls.trustRoots = .certificates(try options.trustedAuthorities.map(Self.certificate))
      configuration.tlsConfiguration = tls
    }
    return configuration
  }

  private static func certificate(_ pem: String) throws(FetchFault) -> NIOSSLCertificate {
    do {
      return try NIOSSLCertificate(bytes: Array(pem.utf8), format: .pem)
    } catch {
      throw .unusableAuthority
    }
  }

  /// Sends the request, follows redirects, and reads the document.
  func outcome() async throws(FetchFault) -> FetchOutcome {
    var address = start
    var visited: Set<String> = [address.target]
    while true {
      let response = try await ask(address)
      let status = Int(response.status.code)
      switch status {
      case 200:
        let text = try await DocumentBody(response, limit: options.limits.bytes).text(from: address, options.limits)
        return .document(text: text, Validators(response.headers))
      case 304:
        guard let validators, validators != Validators() else { throw .unaskedNotModified }
        let said = Validators(response.headers)
        return .notModified(
          Validators(
            etag: said.etag ?? validators.etag, lastModified: said.lastModified ?? validators.lastModified))
      case 301, 302, 303, 307, 308:
        let next = try target(of: response, at: address)
        guard visited.insert(next.target).inserted else { throw .redirectLoop(status, location: next.target) }
        guard visited.count <= options.limits.redirects + 1 else {
          throw .tooManyRedirects(status, limit: options.limits.redirects)
        }
        address = next
      default:
        throw .status(status, retryAfter: response.headers.first(name: "retry-after").flatMap(RetryAfter.init))
      }
    }
  }

  /// The target of a redirect that may be followed.
  private func target(of response: HTTPClientResponse, at address: WebAddress) throws(FetchFault) -> WebAddress {
    let status = Int(response.status.code)
    let location = response.headers.first(name: "location")
    guard let location, let next = address.redirected(to: location) else {
      throw .redirectNowhere(status, location: location.map(WebAddress.shown))
    }
    let isAllowed = next.isEncrypted || !address.isEncrypted && (next.isLoopback || options.allowsPlainHTTP)
    guard isAllowed else { throw .redirectToPlainHTTP(status, location: next.target) }
    return next
  }

  private func ask(_ address: WebAddress) async throws(FetchFault) -> HTTPClientResponse {
    var request = HTTPClientRequest(url: address.target)
    request.headers = [
      "user-agent": "Herald", "accept": "application/json, */*;q=0.5", "accept-encoding": "gzip",
    ]
    if let etag = validators?.etag { request.headers.add(name: "if-none-match", value: etag) }
    if let date = validators?.lastModified { request.headers.add(name: "if-modified-since", value: date) }
    // Credentials and headers may identify the user, so only the source's own server receives them.
    if address.hasOrigin(of: start) {
      if start.user != nil || start.password != nil {
        request.setBasicAuth(username: start.user ?? "", password: start.password ?? "")
      }
      for header in options.headers { request.headers.replaceOrAdd(name: header.name, value: header.value) }
    }
    do {
      return try await client.execute(request, deadline: .distantFuture)
    } catch {
      throw FetchFault(error, from: address, options.limits)
    }
  }
}

extension Validators {
  fileprivate init(_ headers: HTTPHeaders) {
    self.init(
      etag: sendable(headers.first(name: "etag")), lastModified: sendable(headers.first(name: "last-modified")))
  }
}

/// The value where it is valid in a header. An earlier answer's value comes from a log, so it may be anything.
private func sendable(_ value: String?) -> String? {
  value.flatMap { $0.isBlank || $0.utf8.contains { $0 < 32 || $0 == 127 } ? nil : $0 }
}
