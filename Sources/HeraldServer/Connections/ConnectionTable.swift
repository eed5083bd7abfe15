import NIOCore
import Synchronization

/// The open connections, and the rule that decides which one goes when there are too many.
///
/// A connection holds a place as long as it lasts, whatever it sends. So places are bounded for each address and in all.
/// A newcomer beyond a bound takes the place of the connection that has kept the server waiting longest: for a head, for
/// the rest of a body, or for the next request. Where the server is answering all other connections, the newcomer gets
/// a place of the reserve. There it is answered on `/livez`, `/readyz` and `/metrics` alone.
final class ConnectionTable: Sendable {
  /// The bounds.
  struct Limits: Sendable {
    let connections: Int
    let ofAnAddress: Int

    init(_ settings: ServerSettings) {
      connections = settings.connections
      ofAnAddress =
        settings.addressConnections == 0
        ? max(1, settings.connections / 4) : min(settings.addressConnections, settings.connections)
    }
  }

  /// The place of a connection.
  enum Place: Sendable { case ordinary, reserve }

  private struct Content {
    var open: [ObjectIdentifier: Connection] = [:]
    var ofAddresses: [SenderAddress: Int] = [:]
    var reserve: [Connection] = []
  }

  /// The paths that are answered on any connection, also where all places are taken.
  static let operatorPaths: Set<String> = ["/livez", "/readyz", "/metrics"]

  private let limits: Limits
  private let content = Mutex(Content())

  /// Number of places beyond the limit, for the paths of operators.
  private static let reservePlaces = 32
  /// The shortest wait after which a connection may lose its place to a newcomer.
  private static let shortestWait = Duration.seconds(1)

  init(_ limits: Limits) { self.limits = limits }

  /// Number of open connections.
  var count: Int { content.withLock { $0.open.count + $0.reserve.count } }

  /// The connection of a channel; nil for an unknown one.
  subscript(channel: any Channel) -> Connection? {
    content.withLock { $0.open[ObjectIdentifier(channel)] }
  }

  /// Gives a new connection a place.
  ///
  /// - Parameter isProxy: true for a named proxy, whose connections are of many senders.
  func enter(_ connection: Connection, isProxy: Bool) -> Place {
    let (place, left) = content.withLock { content -> (Place, Connection?) in
      let address = isProxy ? nil : connection.address
      var left: Connection?
      if let address, (content.ofAddresses[address] ?? 0) >= limits.ofAnAddress {
        left = Self.longestWaiting(in: content) { $0.counted == address }
        if left == nil { return Self.reserved(connection, &content) }
      } else if content.open.count >= limits.connections {
        left = Self.longestWaiting(in: content) { _ in true }
        if left == nil { return Self.reserved(connection, &content) }
      }
      if let left { Self.remove(left, from: &content) }
      connection.counted = address
      content.open[connection.id] = connection
      if let address { content.ofAddresses[address, default: 0] += 1 }
      return (.ordinary, left)
    }
    left?.close()
    return place
  }

  /// Ends the place of a connection. A second call changes nothing.
  func leave(_ connection: Connection) {
    content.withLock { content in
      Self.remove(connection, from: &content)
      content.reserve.removeAll { $0 === connection }
    }
  }

  private static func remove(_ connection: Connection, from content: inout Content) {
    guard content.open.removeValue(forKey: connection.id) != nil, let address = connection.counted else { return }
    let rest = (content.ofAddresses[address] ?? 1) - 1
    content.ofAddresses[address] = rest > 0 ? rest : nil
  }

  /// A place of the reserve; the connection that has it longest loses it where all are taken.
  private static func reserved(_ connection: Connection, _ content: inout Content) -> (Place, Connection?) {
    let left = content.reserve.count >= reservePlaces ? content.reserve.removeFirst() : nil
    content.reserve.append(connection)
    return (.reserve, left)
  }

  private static func longestWaiting(in content: Content, where isMeant: (Connection) -> Bool) -> Connection? {
    let waiting = content.open.values.filter(isMeant).compactMap { connection in
      connection.wait.map { (connection, $0) }
    }
    guard let longest = waiting.max(by: { $0.1 < $1.1 }), longest.1 >= shortestWait else { return nil }
    return longest.0
  }
}

/// A connection, as long as it is open.
final class Connection: Sendable {
  let id: ObjectIdentifier
  /// The sender; nil where the system names none.
  let address: SenderAddress?
  private let channel: any Channel
  private let state: Mutex<State>

  private struct State {
    /// The time from which on the server has waited for bytes of the sender; nil while the server has to answer.
    var waitingSince: ContinuousClock.Instant? = .now
    /// The address under which it is counted; nil for a connection that is counted in all only.
    var counted: SenderAddress?
    var isGone = false
  }

  init(_ channel: any Channel) {
    self.channel = channel
    id = ObjectIdentifier(channel)
    address = channel.remoteAddress?.ipAddress.flatMap { SenderAddress($0) }
    state = Mutex(State())
  }

  fileprivate(set) var counted: SenderAddress? {
    get { state.withLock { $0.counted } }
    set { state.withLock { $0.counted = newValue } }
  }

  /// The time for which the server has waited for the sender; nil while the server has to answer.
  fileprivate var wait: Duration? { state.withLock { state in state.waitingSince.map { .now - $0 } } }

  /// Notes that the server waits for the sender from now on, or has everything it needs for an answer.
  func setWaiting(_ isWaiting: Bool) { state.withLock { $0.waitingSince = isWaiting ? .now : nil } }

  /// Closes it.
  func close() { channel.close(promise: nil) }

  /// True after the sender has gone.
  var isGone: Bool { state.withLock { $0.isGone } }

  /// Notes that the sender has gone.
  func leave() { state.withLock { $0.isGone = true } }
}
