import Foundation

/// One connection of a ``TestServer``: reads heads, and answers each with its steps.
struct Conversation {
  let socket: Socket
  let log: ServerLog
  let greeting: [TestServer.Step]
  let answer: TestServer.Answer

  func run() {
    log.connected(socket)
    defer { log.disconnected(socket) }
    guard run(greeting) else { return }
    var received: [UInt8] = []
    while let bytes = socket.read() {
      received += bytes
      while let request = Self.nextRequest(in: &received) {
        log.add(request)
        guard run(answer(request)) else { return }
      }
    }
  }

  /// Takes the lines up to an empty one, and the body that they announce, from the bytes that were received.
  private static func nextRequest(in received: inout [UInt8]) -> TestServer.Request? {
    guard let end = received.firstRange(of: "\r\n\r\n".utf8) else { return nil }
    let head = String(decoding: received[..<end.lowerBound], as: UTF8.self).replacing("\r\n", with: "\n")
    var request = TestServer.Request(lines: head.split(separator: "\n").map(String.init))
    let length = request.header("content-length").flatMap { Int($0) } ?? 0
    guard received.count >= end.upperBound + length else { return nil }
    request.body = Array(received[end.upperBound..<end.upperBound + length])
    received = []
    return request
  }

  /// Runs the steps; returns false at the end of the connection.
  private func run(_ steps: [TestServer.Step]) -> Bool {
    for step in steps {
      switch step {
      case .send(let text): guard socket.write(text.utf8) else { return false }
      case .bytes(let bytes): guard socket.write(bytes) else { return false }
      case .flood(let bytes):
        let many = Array(repeatElement(bytes, count: 65536 / bytes.count + 1).joined())
        while socket.write(many) {}
        return false
      case .drip(let text):
        repeat { usleep(10_000) } while socket.write(text.utf8)
        return false
      case .close:
        socket.hangUp()
        return false
      case .reset:
        socket.resetAtClose()
        return false
      }
    }
    return true
  }
}
