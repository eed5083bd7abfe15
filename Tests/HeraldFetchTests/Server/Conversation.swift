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

  /// Takes the lines up to an empty one from the bytes that were received.
  private static func nextRequest(in received: inout [UInt8]) -> TestServer.Request? {
    let text = String(decoding: received, as: UTF8.self).replacing("\r\n", with: "\n")
    guard let end = text.firstRange(of: "\n\n") else { return nil }
    received = []
    return TestServer.Request(lines: text[..<end.lowerBound].split(separator: "\n").map(String.init))
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
