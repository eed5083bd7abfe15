/// The limits and ways of a server. ``Setting/all`` has their names and meanings.
public struct ServerSettings: Hashable, Sendable {
  /// The host and the port to listen at.
  public var listen = "127.0.0.1:8320"
  /// The largest body, unpacked, in bytes.
  public var bodyBytes = 20 << 20
  /// The most lines of a body.
  public var bodyLines = 65_536
  /// The longest line, in bytes.
  public var lineBytes = 6 << 20
  /// The most installations of a body.
  public var bodyStreams = 1000
  /// What may be read or wait for a writer, in bytes.
  public var queueBytes = 128 << 20
  /// For how long a request may wait for its writer, in seconds.
  public var queueSeconds = 5
  /// The space that has to be left on the disk, in bytes.
  public var freeBytes = 256 << 20
  /// After how many seconds an idle connection is cut.
  public var idleSeconds = 30
  /// How long requests in flight may take after the server was asked to end, in seconds.
  public var drainSeconds = 10
  /// The most requests in a minute of a key, of a stream and of an address.
  public var keyRequests = 600_000
  public var streamRequests = 600
  public var addressRequests = 60_000
  /// The addresses of proxies whose `X-Forwarded-For` counts, with commas between.
  public var trustedProxies = ""
  /// What a what-if must not say of a policy that is published, with commas between.
  public var publishLimits = "lockedOut > 0, newlyForced > 10%"
  /// Whether fetching a policy needs a token.
  public var policiesNeedToken = false
  /// The apps whose users are stored under pseudonyms: `none`, `all`, or names with commas between.
  public var pseudonymousUsers = "none"
  /// For how long events are kept, such as `13 months`; `forever` for no end.
  public var retention = "forever"
  /// The most connections.
  public var connections = 4096

  /// The host to listen at, as addresses name it.
  public var host: String { listen.lastIndex(of: ":").map { String(listen[..<$0]) } ?? listen }

  /// The defaults.
  public init() {}
}
