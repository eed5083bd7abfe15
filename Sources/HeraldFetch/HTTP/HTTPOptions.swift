import Herald

/// How an ``HTTPSource`` asks. What is not set is as a careful client does it.
public struct HTTPOptions: Sendable {
  /// What the format's server wants to know in the request, from the device's properties.
  public var parameters: RequestParameters = .none
  /// Further headers, such as `Authorization`: sent to the source's own host only, never on to where it redirects.
  public var headers: [(name: String, value: String)] = []
  /// Whether plain HTTP may be used with hosts other than the device itself. Anybody between here and there can then
  /// read and change the policy.
  public var allowsPlainHTTP = false
  /// Certificates in PEM of the authorities to trust *instead of* the system's; empty: the system's.
  public var trustedAuthorities: [String] = []
  /// How long to wait, and how much to take.
  public var limits = Limits()

  public init() {}

  /// How long to wait, and how much to take. A wait is at most a day; what is negative is zero.
  public struct Limits: Hashable, Sendable {
    /// Until there is a connection, with TLS.
    public var connect: Duration = .seconds(10)
    /// While nothing at all arrives.
    public var idle: Duration = .seconds(10)
    /// From the question to the last byte, redirects included.
    public var total: Duration = .seconds(30)
    /// How many redirects in a row are followed.
    public var redirects = 5
    /// Bytes of a document, unpacked; at most ``Document/sizeLimit``, which no reader goes beyond.
    public var bytes = Document.sizeLimit

    public init() {}

    /// Within what timers and counters can bear.
    var bounded: Limits {
      var limits = self
      limits.connect = Self.bounded(connect)
      limits.idle = Self.bounded(idle)
      limits.total = Self.bounded(total)
      limits.redirects = min(max(0, redirects), 1000)
      limits.bytes = min(max(0, bytes), Document.sizeLimit)
      return limits
    }

    private static func bounded(_ wait: Duration) -> Duration { min(max(.zero, wait), .seconds(86_400)) }
  }
}
