/// The server's side of a connection with one request (RFC 9113).
struct HTTP2Connection {
  private enum FrameType: UInt8 {
    case data = 0, headers = 1, resetStream = 3, settings = 4, goAway = 7, windowUpdate = 8
  }
  private struct Frame {
    let type: FrameType?
    let flags: UInt8
    let stream: UInt32
    let payload: [UInt8]
  }

  private static let endStream: UInt8 = 1
  private static let acknowledgement: UInt8 = 1
  private static let endHeaders: UInt8 = 4
  private static let cancel: UInt32 = 8
  private static let initialWindowSize: UInt16 = 4

  private let socket: Socket
  private var received: [UInt8] = []
  /// How many bytes of bodies the client takes: for the connection, and for the stream.
  private var windows = (connection: 65535, stream: 65535)

  init(_ socket: Socket) { self.socket = socket }

  /// Waits for the request, runs the steps, and then reads until the client goes.
  mutating func answer(_ steps: [HTTP2Server.Step]) {
    guard take("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8.count) != nil, write(.settings) else { return }
    var request: Frame?
    while request == nil {
      guard let frame = nextFrame() else { return }
      if frame.type == .headers { request = frame }
    }
    guard let stream = request?.stream else { return }
    for step in steps where !run(step, on: stream) { return }
    while nextFrame() != nil {}
  }

  /// Returns false at the end of the connection.
  private mutating func run(_ step: HTTP2Server.Step, on stream: UInt32) -> Bool {
    switch step {
    case .head(let status, let headers):
      let fields = [(":status", "\(status)")] + headers.map { ($0.key, $0.value) }
      return write(.headers, Self.endHeaders, stream, fields.flatMap { Self.literalField($0.0, $0.1) })
    case .body(let bytes):
      for start in stride(from: 0, to: bytes.count, by: 16384) {
        guard writeBody(Array(bytes[start..<min(start + 16384, bytes.count)]), on: stream) else { return false }
      }
      return true
    case .end: return write(.data, Self.endStream, stream)
    case .flood:
      while writeBody(Array(repeating: 32, count: 16384), on: stream) {}
      return false
    case .resetStream: return write(.resetStream, 0, stream, Self.bytes(of: Self.cancel))
    case .closeConnection: return false
    }
  }

  /// Writes a piece of the body as soon as the client takes it.
  private mutating func writeBody(_ bytes: [UInt8], on stream: UInt32) -> Bool {
    while min(windows.connection, windows.stream) < bytes.count {
      guard let frame = nextFrame(), frame.type != .resetStream else { return false }
    }
    windows.connection -= bytes.count
    windows.stream -= bytes.count
    return write(.data, 0, stream, bytes)
  }

  private func write(
    _ type: FrameType, _ flags: UInt8 = 0, _ stream: UInt32 = 0, _ payload: [UInt8] = []
  ) -> Bool {
    var frame = Array(Self.bytes(of: UInt32(payload.count)).dropFirst())
    frame += [type.rawValue, flags]
    frame += Self.bytes(of: stream)
    return socket.write(frame + payload)
  }

  /// Reads a frame, and answers or counts what concerns the connection; nil at its end.
  private mutating func nextFrame() -> Frame? {
    guard let head = take(9), let payload = take(Self.number(head[..<3])) else { return nil }
    let frame = Frame(
      type: FrameType(rawValue: head[3]), flags: head[4], stream: UInt32(Self.number(head[5...])), payload: payload)
    switch frame.type {
    case .settings where frame.flags & Self.acknowledgement == 0:
      for start in stride(from: 0, to: payload.count - 5, by: 6)
      where Self.number(payload[start..<start + 2]) == Int(Self.initialWindowSize) {
        windows.stream += Self.number(payload[start + 2..<start + 6]) - 65535
      }
      return write(.settings, Self.acknowledgement) ? frame : nil
    case .windowUpdate where frame.stream == 0: windows.connection += Self.number(payload[...])
    case .windowUpdate: windows.stream += Self.number(payload[...])
    case .goAway: return nil
    default: break
    }
    return frame
  }

  /// The next bytes that arrive; nil at the end of the connection.
  private mutating func take(_ count: Int) -> [UInt8]? {
    while received.count < count {
      guard let bytes = socket.read() else { return nil }
      received += bytes
    }
    defer { received.removeFirst(count) }
    return Array(received[..<count])
  }

  /// A field without compression and without an index (RFC 7541, section 6.2.2). Its strings are shorter than 127 bytes.
  private static func literalField(_ name: String, _ value: String) -> [UInt8] {
    [0, UInt8(name.utf8.count)] + Array(name.utf8) + [UInt8(value.utf8.count)] + Array(value.utf8)
  }

  private static func bytes(of number: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) }
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }
}
