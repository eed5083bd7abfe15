/// Sends one HTTP request and returns the server's answer.
///
/// ``HTTPSource`` makes the request, or `Upload` of the product `HeraldRuntime` does, and judges the answer: redirects, statuses, sizes, texts and the limit for the whole
/// fetch. A transport does the rest: names, connections, proxies, TLS and the framing of HTTP. `HeraldCurl` has one over
/// libcurl, `HeraldURLSession` one over `URLSession`. An app that has another HTTP library already, such as
/// AsyncHTTPClient on SwiftNIO, conforms a type of its own and passes it to `HTTPSource(_:over:options:)`.
///
/// A transport must:
///
/// - send exactly one request, also where it has a body and the connection breaks, without following redirects, sending cookies or answering from a cache;
/// - ask ``TransportRequest/bodyLimit`` with the final answer's head (status 101, or 200 and above), and read no more
///   than what it returns;
/// - unpack a body with `Content-Encoding: gzip`, and no other;
/// - end promptly where the task is cancelled;
/// - close the connection after the answer.
public protocol HTTPTransport: Sendable {
  /// Sends the request.
  func exchange(_ request: TransportRequest) async throws(TransportError) -> TransportAnswer
}

/// A `GET` request, or a `POST` where it has a body, and the settings of its connection.
public struct TransportRequest: Sendable {
  /// The address: `http` or `https`, percent-encoded, without user name, password and fragment. The path and the query
  /// are sent as they are, dots included.
  public var url: String
  /// The headers in their order, with valid names and values. The transport adds `Host`, and nothing that may identify
  /// the device.
  public var headers: [(name: String, value: String)]
  /// The bytes to `POST`, as they are; nil for a `GET`. The headers say what they are, and the transport adds
  /// `Content-Length`.
  public var body: [UInt8]?
  /// True if the request may use a network that the user pays for by its bytes, or has asked to be careful with. Only a
  /// system that knows its networks heeds it.
  public var usesCostlyNetworks = true
  /// True if the system's proxy may be used. A request to the device itself must not leave it.
  public var usesProxy: Bool
  /// The trusted authorities as certificates in PEM, which replace the system's; empty for the system's.
  public var trustedAuthorities: [String]
  /// The most time until a connection is established, TLS included; 0 s…1 day.
  public var connectLimit: Duration
  /// The most time without any data from the server; 0 s…1 day.
  public var idleLimit: Duration
  /// Returns the most bytes of the body that are wanted, unpacked, for the head of an answer; nil where the body is not
  /// to be read at all.
  public var bodyLimit: @Sendable (TransportHead) -> Int?

  /// Makes a request.
  public init(
    url: String, headers: [(name: String, value: String)] = [], body: [UInt8]? = nil, usesProxy: Bool = true,
    trustedAuthorities: [String] = [], connectLimit: Duration, idleLimit: Duration,
    bodyLimit: @escaping @Sendable (TransportHead) -> Int?
  ) {
    self.url = url
    self.headers = headers
    self.body = body
    self.usesProxy = usesProxy
    self.trustedAuthorities = trustedAuthorities
    self.connectLimit = connectLimit
    self.idleLimit = idleLimit
    self.bodyLimit = bodyLimit
  }
}

/// The status and the headers of an answer.
public struct TransportHead: Sendable {
  /// The status, 100 to 999.
  public var status: Int
  /// The headers in their order, with names in any case and values without blanks around them.
  public var headers: [(name: String, value: String)]

  /// Makes a head.
  public init(status: Int, headers: [(name: String, value: String)] = []) {
    self.status = status
    self.headers = headers
  }

  /// The values of a header in their order.
  ///
  /// - Parameter name: in lower case.
  public func values(of name: String) -> [String] {
    headers.compactMap { $0.name.lowercased() == name ? $0.value : nil }
  }
}

/// An answer: its head, and its body where one was wanted.
public struct TransportAnswer: Sendable {
  /// Status and headers.
  public var head: TransportHead
  /// The body, unpacked; empty where none was wanted.
  public var body: [UInt8]

  /// Makes an answer.
  public init(head: TransportHead, body: [UInt8] = []) {
    self.head = head
    self.body = body
  }
}

/// The failure of a transport to get an answer.
///
/// The texts are continuations of a sentence: lower case at the beginning, no full stop at the end.
public enum TransportError: Error, Hashable, Sendable {
  /// The task was cancelled.
  case cancelled
  /// The transport cannot read the address.
  case unusableAddress
  /// The host's name has no address.
  case unresolvedHost
  /// No connection to the host or to its proxy was established.
  case unreachableHost(why: String)
  /// The limit for connecting was exceeded.
  case connectTimeout
  /// The limit for silence was exceeded.
  case idleTimeout
  /// The connection ended before the answer did.
  case interrupted
  /// The certificate is not valid for this host today, or from an authority that is not trusted.
  case untrustedCertificate(why: String)
  /// TLS failed before or after the certificate.
  case failedHandshake(why: String)
  /// None of the request's authorities can be read.
  case unusableAuthority
  /// The system's trusted authorities cannot be read.
  case missingAuthorities(why: String)
  /// The answer does not follow the rules of HTTP.
  case notHTTP(why: String)
  /// The answer's headers are too many or too long.
  case headTooLarge
  /// The body has more bytes than the limit, unpacked.
  case bodyTooLarge
  /// The body is not valid gzip, though its header says so.
  case brokenEncoding
  /// The library that the transport uses is not installed.
  case missingLibrary(why: String, fix: String)
  /// Anything else, in the library's words.
  case other(String)
}
