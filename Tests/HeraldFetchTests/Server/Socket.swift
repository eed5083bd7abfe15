import Foundation

/// A connected socket whose calls block.
struct Socket: Hashable, Sendable {
  let descriptor: Int32

  /// Writes all bytes; false where the other side is gone.
  func write(_ bytes: some Sequence<UInt8>) -> Bool {
    var rest = Array(bytes)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, Self.noSignal) }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  /// The bytes that arrived; nil at the end of the connection.
  func read() -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    let count = bytes.withUnsafeMutableBytes { recv(descriptor, $0.baseAddress, $0.count, 0) }
    return count > 0 ? Array(bytes[..<count]) : nil
  }

  /// Ends the connection for both sides; a call that blocks returns.
  func hangUp() { shutdown(descriptor, Int32(SHUT_RDWR)) }

  func closeDescriptor() { close(descriptor) }

  /// Makes the closing reset the connection, as a router does after it lost the state of the connection.
  func resetAtClose() {
    var lingering = linger(l_onoff: 1, l_linger: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &lingering, socklen_t(MemoryLayout<linger>.size))
  }

  #if canImport(Darwin)
    private static let noSignal: Int32 = 0
    static let stream = SOCK_STREAM
  #else
    private static let noSignal = Int32(MSG_NOSIGNAL)
    static let stream = Int32(SOCK_STREAM.rawValue)
  #endif
}

/// A socket on a free port of loopback that gives each connection a thread of its own.
final class Listener: Sendable {
  struct Failure: Error { let number: Int32 }

  let port: Int
  private let socket: Socket

  /// - Parameter converse: runs on the connection's thread, and closes the socket.
  init(_ converse: @escaping @Sendable (Socket) -> Void) throws {
    let listening = Socket(descriptor: Self.listeningSocket())
    guard listening.descriptor >= 0 else { throw Failure(number: errno) }
    var address = sockaddr_in()
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { _ = getsockname(listening.descriptor, $0, &size) }
    }
    socket = listening
    port = Int(UInt16(bigEndian: address.sin_port))
    Thread.detachNewThread {
      while true {
        let connection = Socket(descriptor: accept(listening.descriptor, nil, nil))
        guard connection.descriptor >= 0 else { return listening.closeDescriptor() }
        // Programs that the tests start must not keep the connection open.
        _ = fcntl(connection.descriptor, F_SETFD, FD_CLOEXEC)
        #if canImport(Darwin)
          var isOn: Int32 = 1
          setsockopt(connection.descriptor, SOL_SOCKET, SO_NOSIGPIPE, &isOn, socklen_t(MemoryLayout<Int32>.size))
        #endif
        Thread.detachNewThread { converse(connection) }
      }
    }
  }

  /// A socket that listens on a free port of loopback; -1 for an error.
  private static func listeningSocket() -> Int32 {
    let descriptor = Foundation.socket(AF_INET, Socket.stream, 0)
    guard descriptor >= 0 else { return -1 }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let isListening = withUnsafePointer(to: address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(descriptor, address, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0 && listen(descriptor, 64) == 0
      }
    }
    return isListening ? descriptor : -1
  }

  /// Accepts no more connections.
  func stop() {
    socket.hangUp()
    #if canImport(Darwin)
      // There the thread that accepts goes on only when the socket is closed.
      socket.closeDescriptor()
    #endif
  }
}
