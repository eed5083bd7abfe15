import Foundation
import Herald

/// `herald serve` on a free port of this machine, as another process.
final class ServeProcess {
  let url: String
  let key: String
  let token: String
  private let process = Process()

  /// Starts a server, and returns when it takes requests.
  init(_ folder: String, app: String = "com.example") throws {
    let output = Pipe()
    process.executableURL = Herald.binary
    process.arguments = ["serve", "--data", folder, "--app", app, "--listen", "127.0.0.1:0"]
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    var greeting = Data()
    while !greeting.contains(0x0A) {
      let piece = output.fileHandleForReading.availableData
      if piece.isEmpty { throw NoGreeting() }
      greeting += piece
    }
    let node = try JSONNode.read(String(decoding: greeting, as: UTF8.self)).node
    guard let url = node[name: "listening"]?.string, let key = node[name: "appKey"]?.string,
      let token = node[name: "token"]?.string
    else { throw NoGreeting() }
    (self.url, self.key, self.token) = (url, key, token)
  }

  /// Ends it; returns when it has stored everything.
  func stop() {
    process.terminate()
    process.waitUntilExit()
  }

  struct NoGreeting: Error {}
}
