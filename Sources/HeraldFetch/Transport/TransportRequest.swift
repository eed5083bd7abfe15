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
