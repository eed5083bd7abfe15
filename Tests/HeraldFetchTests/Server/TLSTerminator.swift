import Foundation

/// A program that ends TLS on ports of loopback, and passes the bytes on to plain ones. It ends with the tests.
///
/// The lock guards the conversation with it.
final class TLSTerminator: @unchecked Sendable {
  struct Failure: Error {}

  private let lock = NSLock()
  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)

  private static let shared = Result { try TLSTerminator() }

  private init() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(TestCertificates.publicTestKey.utf8).write(to: keyFile)
    let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("tls_terminator.py")
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["python3", script.path]
    process.standardInput = input
    process.standardOutput = output
    // A program that another test starts must not keep the input open.
    _ = fcntl(input.fileHandleForWriting.fileDescriptor, F_SETFD, FD_CLOEXEC)
    try process.run()
  }

  private var keyFile: URL { folder.appendingPathComponent("key.pem") }

  /// Opens a port with TLS.
  ///
  /// - Parameters:
  ///   - plainPort: where the bytes go.
  ///   - certificate: in PEM, with the tests' key.
  ///   - protocols: what is offered above TLS (RFC 7301).
  /// - Returns: the port.
  static func port(before plainPort: Int, certificate: String, protocols: [String] = []) throws -> Int {
    try shared.get().port(before: plainPort, certificate, protocols)
  }

  private func port(before plainPort: Int, _ certificate: String, _ protocols: [String]) throws -> Int {
    try lock.withLock {
      let certificateFile = folder.appendingPathComponent("\(plainPort).pem")
      try Data(certificate.utf8).write(to: certificateFile)
      let words = ["\(plainPort)", certificateFile.path, keyFile.path] + protocols
      input.fileHandleForWriting.write(Data((words.joined(separator: " ") + "\n").utf8))
      guard let port = Int(try answer()) else { throw Failure() }
      return port
    }
  }

  /// The program's next line.
  private func answer() throws -> String {
    var line: [UInt8] = []
    while line.last != UInt8(ascii: "\n") {
      var byte: UInt8 = 0
      let count = read(output.fileHandleForReading.fileDescriptor, &byte, 1)
      if count < 0, errno == EINTR { continue }
      guard count == 1 else { throw Failure() }
      line.append(byte)
    }
    return String(decoding: line.dropLast(), as: UTF8.self)
  }
}
