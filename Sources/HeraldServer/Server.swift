import Foundation
import Herald
import HeraldLog
import Hummingbird
import HummingbirdCore
public import Logging
import NIOCore
import ServiceLifecycle
import Synchronization

/// Takes events of many phones, and answers questions about them.
public final class Server: Sendable {
  private let parts: ServerParts
  private let lock: FolderLock
  private let log: Logger
  private let isConfirmed: Bool
  /// The tokens that it made, because nobody knows any of the folder's; nil for a later start.
  public let first: FirstTokens?

  /// Opens a folder for serving.
  ///
  /// - Parameters:
  ///   - folder: its tokens and ledgers.
  ///   - app: the app that the first app key is for.
  ///   - settings: its limits.
  ///   - log: takes a line for each request.
  ///   - isConfirmed: true if retention may remove more than its share this once.
  /// - Throws: ``ServerError`` where another process serves the folder; `LedgerError` where a ledger cannot be opened.
  public convenience init(
    _ folder: ServerFolder, app: String, settings: ServerSettings, log: Logger, isConfirmed: Bool = false
  ) throws {
    try self.init(
      folder, app: app, settings: settings, log: log, isConfirmed: isConfirmed, elapsed: RateLimit.clock())
  }

  /// Opens a folder for serving, with a clock of the periods in which requests are counted.
  ///
  /// - Parameter elapsed: the seconds since the server began, which never fall.
  init(
    _ folder: ServerFolder, app: String, settings: ServerSettings, log: Logger, isConfirmed: Bool = false,
    elapsed: @escaping @Sendable () -> Int64
  ) throws {
    self.isConfirmed = isConfirmed
    lock = try FolderLock(folder.path)
    try PackageName.check(app)
    try folder.sessions.removeEnded()
    self.log = log
    try ServerFile.moveOlder(in: folder.path)
    let metrics = ServerMetrics()
    parts = ServerParts(
      folder: folder, settings: settings, proxies: TrustedProxies(settings),
      apps: try Apps(
        folder: folder.path, users: try folder.pseudonyms(settings), policies: folder.policies, metrics: metrics,
        logBytes: settings.writeAheadBytes, limits: IntakeLimits(settings),
        hasToken: { (try? folder.tokens.apps().contains($0)) ?? false }),
      memory: MemoryBudget(limit: settings.queueBytes), connections: ConnectionTable(.init(settings)),
      disk: DiskSpace(path: folder.path), metrics: metrics, rates: RateLimit(seconds: 60, elapsed: elapsed),
      beginnings: RateLimit(seconds: 3600, elapsed: elapsed))
    // After what may fail, so that a start that fails leaves no tokens.
    first = try folder.begin(app: app)
    for token in try folder.tokens.all() {
      if let app = token.app, token.revoked == nil, parts.apps[app] == nil,
        !parts.apps.failures.contains(where: { $0.name == app })
      {
        do { try parts.apps.add(app) } catch { Self.warn(of: app, error, log) }
      }
    }
    for (name, error) in parts.apps.failures {
      Self.warn(of: name, error, log)
    }
  }

  private static func warn(of app: String, _ error: any Error, _ log: Logger) {
    log.error("an app is not served", metadata: ["app": "\(app)", "why": "\(error.words)"])
  }

  /// Serves until the process is asked to end (SIGTERM, SIGINT): it accepts nothing new then, finishes what is in flight,
  /// stores what waits and closes the ledgers.
  ///
  /// - Parameter running: called with the port when requests are accepted.
  /// - Throws: ``ServerError`` where it cannot listen, and what closing a ledger throws.
  public func run(running: @escaping @Sendable (_ port: Int) async -> Void) async throws {
    let settings = parts.settings
    guard let address = ListenAddress(settings.listen) else {
      throw ServerError(.badSetting, "`\(settings.listen)` is not an address.", why: "it is a host and a port")
    }
    if !address.isLoopback {
      log.warning(
        "listening without TLS",
        metadata: [
          "listen": "\(settings.listen)", "why": "tokens and events pass as plain text unless a proxy does TLS",
        ])
    }
    let isListening = Mutex(false)
    let application = Application(
      router: router,
      server: .http1(
        configuration: .init(
          additionalChannelHandlers: [self.placement],
          idleTimeout: .seconds(Int64(settings.idleSeconds)),
          httpDecoderConfiguration: .init(
            maxHeaderFieldSize: 16 << 10, maxHeaderListSize: 32 << 10, maxHeaderFieldCount: 100))),
      configuration: ApplicationConfiguration(
        address: .hostname(address.host, port: address.port), backlog: 1024),
      onServerRunning: { channel in
        isListening.withLock { $0 = true }
        await running(channel.localAddress?.port ?? address.port)
      }, logger: log)
    let services: [any Service] = [application] + (retention.map { [$0] } ?? [])
    var configuration = ServiceGroupConfiguration(
      services: services, gracefulShutdownSignals: [.sigterm, .sigint], logger: log)
    configuration.maximumGracefulShutdownDuration = .seconds(settings.drainSeconds)
    do { try await ServiceGroup(configuration: configuration).run() } catch {
      guard !isListening.withLock({ $0 }) else { throw error }
      takeBackFirst()
      throw ServerError(listeningAt: address, error)
    }
    try await close()
  }

  /// Removes the tokens of a first start, which nobody saw.
  private func takeBackFirst() {
    guard let first else { return }
    do { try parts.folder.tokens.remove(first) } catch {
      log.error("tokens that nobody saw stay valid", metadata: ["why": "\(error.words)"])
    }
  }

  /// The handlers of a new connection, before the library's own.
  private var placement: ConnectionPlacement {
    let (settings, table, proxies) = (parts.settings, parts.connections, parts.proxies)
    return ConnectionPlacement { ConnectionGuard(.init(settings), table: table, isProxy: proxies.has) }
  }

  /// The router with all paths.
  var router: Router<ServerContext> {
    let router = Router(context: ServerContext.self, options: .autoGenerateHeadEndpoints)
    Routes(parts: parts).add(to: router)
    return router
  }

  /// An app by its name; nil for an unknown one.
  func app(_ name: String) -> App? { parts.apps[name] }

  /// Forgets older events beside the router; nil where events are kept forever.
  var retention: Retention? {
    RetentionPeriod(parts.settings.retention).map {
      Retention(
        period: $0, apps: parts.apps, log: log, share: parts.settings.retentionShare, isConfirmed: isConfirmed)
    }
  }

  /// Stores what waits and closes the ledgers.
  func close() async throws { try await parts.apps.close() }
}

/// The facts about a request besides its head and body.
struct ServerContext: RequestContext {
  var coreContext: CoreRequestContextStorage
  /// The address of the connection; nil where the system names none.
  let address: String?
  /// The token of the request; nil before it was read.
  var token: AccessToken? {
    get { shown?.token }
    set { shown = newValue.map { ShownToken(token: $0) } }
  }
  /// One reference, since each layer copies the context, and a token has many parts.
  private var shown: ShownToken?
  /// The memory that the request holds; nil before it was counted.
  var memory: RequestMemory?
  /// The connection's entry in the table; nil for a request without a network, as in tests.
  let channel: any Channel
  /// The looks that it put on record; nil where the path gives no data.
  var looks: NotedLooks?

  init(source: ApplicationRequestContextSource) {
    coreContext = CoreRequestContextStorage(source: source)
    address = source.channel.remoteAddress?.ipAddress
    channel = source.channel
  }
}

/// The token that a request carried.
private final class ShownToken: Sendable {
  let token: AccessToken

  init(token: AccessToken) { self.token = token }
}

/// The parts of the server that all routes share.
struct ServerParts: Sendable {
  let folder: ServerFolder
  let settings: ServerSettings
  let proxies: TrustedProxies
  let apps: Apps
  let memory: MemoryBudget
  let connections: ConnectionTable
  let disk: DiskSpace
  let metrics: ServerMetrics
  /// Counts requests of a minute.
  let rates: RateLimit
  /// Counts requests of an hour with which a stream may begin.
  let beginnings: RateLimit
  /// The threads that unpack and read bodies.
  let unpacking = WorkQueue(
    label: "herald.bodies", threads: max(1, ProcessInfo.processInfo.activeProcessorCount - 1), ofAToken: .max,
    waiting: .max)
  let packed = PackedPolicies()
  let listeners = LiveListeners()

  /// - Throws: ``Problem`` where an app's events cannot be stored now. The writer looks at the place of the ledger itself.
  func checkCapacity(of app: App) throws {
    let free = disk.free
    if free < settings.freeBytes {
      throw Problem(
        .noSpace, "The server has too little space left.",
        why: "\(free) bytes are free, and it keeps \(settings.freeBytes) (the setting `freeBytes`)"
      ).retrying(after: 60)
    }
    let age = app.writer.queue.age
    if age > .seconds(settings.queueSeconds) {
      throw Problem(
        .busyServer, "The server is behind with storing.",
        why: "the oldest request has waited \(age.components.seconds) s (the setting `queueSeconds`)"
      ).retrying(after: .random(in: 1...10))
    }
  }
}

extension Timestamp {
  /// The machine's time. Nothing that is decided depends on it.
  static var now: Timestamp { Timestamp(milliseconds: Int64((Date().timeIntervalSince1970 * 1000).rounded(.down))) }
}
