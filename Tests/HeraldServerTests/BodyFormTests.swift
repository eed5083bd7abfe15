import Herald
import HeraldGzip
import HeraldPacking
import Testing

@testable import HeraldServer

@Suite("Forms of a body with events")
struct BodyFormTests {
  private static func zstd(_ bytes: [UInt8]) throws -> [UInt8] {
    var packed: [UInt8] = []
    let writer = try ZstdWriter("test") { packed += Array($0) }
    try bytes.withBorrowedBytes { try writer.write($0) }
    try writer.finish()
    return packed
  }

  @Test("CloudEvents in JSON are stored, alone and in an array")
  func cloudEvents() async throws {
    try await TestedServer.run { server in
      let lines = SentLines.stream("/i/forms", 3)
      let single = try await server.send(
        Array(lines[0].utf8), "application/cloudevents+json; charset=utf-8")
      #expect(single.status == 200)
      // Over several lines, as no phone writes it.
      let batch = "[\n  \(lines[1].replacing(",\"", with: ",\n    \"")),\n  \(lines[2])\n]"
      #expect(try await server.send(Array(batch.utf8), "application/cloudevents-batch+json").status == 200)
      #expect(try server.lines().count == 3)
    }
  }

  @Test("Lines are unpacked from gzip and zstd")
  func packed() async throws {
    try await TestedServer.run { server in
      let lines = SentLines.stream("/i/packed", 2).map { Array($0.utf8) }
      let gzip = try #require(GzipPacking.pack(lines[0]))
      #expect(try await server.send(gzip, headers: ["Content-Encoding": "gzip"]).status == 200)
      let zstd = try Self.zstd(lines[1])
      #expect(try await server.send(zstd, headers: ["Content-Encoding": "zstd"]).status == 200)
      #expect(try server.lines().map { Array($0.utf8) } == lines)
    }
  }

  @Test("The binary mode of CloudEvents is refused, and the answer names it")
  func binary() async throws {
    try await TestedServer.run { server in
      let answer = try await server.send(
        Array("{}".utf8), "application/json", headers: ["ce-id": "1", "ce-type": "app.launched"])
      #expect(answer.status == 415)
      #expect(try answer.json[name: "why"]?.string?.contains("binary") == true)
    }
  }

  @Test("Another encoding, a body that is not JSON and half an archive are refused")
  func unreadable() async throws {
    try await TestedServer.run { server in
      #expect(try await server.send(Array("x".utf8), headers: ["Content-Encoding": "br"]).status == 415)
      let nonsense = Array("nonsense".utf8)
      #expect(try await server.send(nonsense, "application/cloudevents-batch+json").status == 400)
      let half = Array(try Self.zstd(Array(SentLines.event("/i/half", 1).utf8)).prefix(20))
      #expect(try await server.send(half, headers: ["Content-Encoding": "zstd"]).status == 400)
    }
  }

  @Test("A body that unpacks to more bytes than allowed is refused")
  func bomb() async throws {
    try await TestedServer.run { server in
      let bomb = try #require(GzipPacking.pack([UInt8](repeating: 0x0A, count: 30 << 20)))
      #expect(try await server.send(bomb, headers: ["Content-Encoding": "gzip"]).status == 413)
    }
  }

  @Test("Too many installations, too many lines and deep nesting are refused")
  func tooMuch() async throws {
    try await TestedServer.run { server in
      let many = (0...1000).map { SentLines.event("/i/many/\($0)", 1) }
      let installations = try await server.send(many)
      #expect(installations.status == 413)
      let lines = try await server.send(Array(repeating: "{}", count: 65_537))
      #expect(lines.status == 413)
      let nesting = try await server.send([String(repeating: "[", count: 100_000)])
      #expect(nesting.status == 422)
    }
  }
}
