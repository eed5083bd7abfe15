import NIOCore
import NIOEmbedded
import Testing

@testable import HeraldServer

@Suite("The places of connections")
struct ConnectionTableTests {
  private static func channel(_ address: String) throws -> EmbeddedChannel {
    let channel = EmbeddedChannel()
    try channel.connect(to: .init(ipAddress: address, port: 80)).wait()
    return channel
  }

  private static func table(_ connections: Int, ofAnAddress: Int = 0) -> ConnectionTable {
    var settings = ServerSettings()
    (settings.connections, settings.addressConnections) = (connections, ofAnAddress)
    return ConnectionTable(.init(settings))
  }

  @Test("A newcomer takes the place of the connection that keeps the server waiting longest")
  func longestWaiting() async throws {
    let table = Self.table(2, ofAnAddress: 2)
    let channels = try (1...3).map { try Self.channel("192.0.2.\($0)") }
    #expect(table.enter(Connection(channels[0]), isProxy: false) == .ordinary)
    try await Task.sleep(for: .milliseconds(1100))
    for channel in channels.dropFirst() { #expect(table.enter(Connection(channel), isProxy: false) == .ordinary) }
    #expect(channels.map(\.isActive) == [false, true, true])
    #expect(table.count == 2)
  }

  @Test("A connection that is being answered keeps its place")
  func answered() throws {
    let table = Self.table(1)
    let channels = try (1...2).map { try Self.channel("192.0.2.\($0)") }
    let connections = channels.map { Connection($0) }
    #expect(table.enter(connections[0], isProxy: false) == .ordinary)
    connections[0].setWaiting(false)
    #expect(table.enter(connections[1], isProxy: false) == .reserve)
    table.leave(connections[0])
    #expect(table.enter(Connection(try Self.channel("192.0.2.3")), isProxy: false) == .ordinary)
  }

  @Test("An address has a share of the places, and named proxies have none")
  func addresses() throws {
    let table = Self.table(8)
    let own = try (1...4).map { _ in Connection(try Self.channel("192.0.2.1")) }
    let places = own.map { connection in
      connection.setWaiting(false)
      return table.enter(connection, isProxy: false)
    }
    #expect(places == [.ordinary, .ordinary, .reserve, .reserve])
    #expect(table.enter(Connection(try Self.channel("192.0.2.2")), isProxy: false) == .ordinary)
    #expect(table.enter(Connection(try Self.channel("192.0.2.1")), isProxy: true) == .ordinary)
  }

  @Test("A full reserve gives its oldest place away")
  func fullReserve() throws {
    let table = Self.table(1)
    let busy = Connection(try Self.channel("192.0.2.1"))
    #expect(table.enter(busy, isProxy: false) == .ordinary)
    busy.setWaiting(false)
    let channels = try (0..<40).map { _ in try Self.channel("192.0.2.9") }
    for channel in channels { #expect(table.enter(Connection(channel), isProxy: false) == .reserve) }
    #expect(channels.map(\.isActive) == (0..<40).map { $0 >= 8 })
    #expect(table.count == 33)
  }
}
