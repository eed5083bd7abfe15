import Herald
import HeraldFetch
import HeraldTestSupport
import Testing

/// A wrong answer of a server, and the expected failure.
struct Misbehaviour: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let steps: [TestServer.Step]
  /// Reason, status, code.
  let summary: String
  /// Part of what is said to a person.
  let says: String

  init(_ name: String, _ steps: [TestServer.Step], _ summary: String, says: String) {
    testDescription = name
    self.steps = steps
    self.summary = summary
    self.says = says
  }
}

@Suite("Misbehaving servers")
struct MisbehaviourTests {
  @Test(
    "A broken answer of a server is the failure that it should be", arguments: broken,
    TestTransport.allCases(butOnLinux: .endsWithoutHead))
  func brokenAnswersAreFailures(_ case: Misbehaviour, over transport: TestTransport) async throws {
    try await expectFailure(`case`, over: transport)
  }

  @Test("A status that brings no document is a failure with that status", arguments: statuses, TestTransport.allCases)
  func statusesAreFailures(_ case: Misbehaviour, over transport: TestTransport) async throws {
    try await expectFailure(`case`, over: transport)
  }

  @Test(
    "A body over the limit is refused before its end", arguments: tooLarge,
    TestTransport.allCases(butOnLinux: .readsOn))
  func largeBodiesAreFailures(_ case: Misbehaviour, over transport: TestTransport) async throws {
    try await expectFailure(`case`, over: transport)
  }

  private func expectFailure(_ case: Misbehaviour, over transport: TestTransport) async throws {
    let outcome = try await outcome(of: `case`.steps, over: transport)
    #expect(outcome.summary == `case`.summary)
    let diagnostic = try #require(outcome.failure?.diagnostic)
    #expect((diagnostic.what + " " + diagnostic.why).contains(`case`.says), "\(diagnostic)")
    #expect(diagnostic.file?.hasPrefix("http://127.0.0.1:") == true)
    #expect(!diagnostic.fix.isEmpty)
  }

  static let broken: [Misbehaviour] = [
    Misbehaviour("closed at once", [.close], "interrupted interrupted", says: "ended before the answer"),
    Misbehaviour("reset at once", [.reset], "interrupted interrupted", says: "ended before the answer"),
    Misbehaviour(
      "closed in the head", [.send("HTTP/1.1 200 OK\r\nContent-Le"), .close], "interrupted interrupted",
      says: "ended before the answer"),
    Misbehaviour(
      "closed in the body", [.send(head("200 OK", ["Content-Length: 10"]) + "{\"a\":"), .close],
      "interrupted interrupted", says: "closed it early"),
    Misbehaviour(
      "closed in a chunk", [.send(head("200 OK", ["Transfer-Encoding: chunked"]) + "a\r\n{}"), .close],
      "interrupted interrupted", says: "closed it early"),
    Misbehaviour(
      "closed before the last chunk", [.send(head("200 OK", ["Transfer-Encoding: chunked"]) + "2\r\n{}\r\n"), .close],
      "interrupted interrupted", says: "closed it early"),
    Misbehaviour(
      "closed in a packed body",
      [.send(head("200 OK", ["Content-Encoding: gzip", "Connection: close"])), .bytes([0x1F, 0x8B, 8]), .close],
      "http brokenEncoding", says: "cannot be unpacked"),
    Misbehaviour("no HTTP", [.send("SSH-2.0-OpenSSH_9.2\r\n"), .close], "http notHTTP", says: "is not HTTP"),
    Misbehaviour("bytes", [.bytes([0, 1, 2, 3, 255, 254]), .close], "http notHTTP", says: "is not HTTP"),
    Misbehaviour(
      "two lengths", [.send(head("200 OK", ["Content-Length: 2", "Content-Length: 3"]) + "{} ")], "http notHTTP",
      says: "cannot be read"),
    Misbehaviour(
      "a length that is none", [.send(head("200 OK", ["Content-Length: two"]) + "{}")], "http notHTTP",
      says: "cannot be read"),
    Misbehaviour(
      "a chunk without a length", [.send(head("200 OK", ["Transfer-Encoding: chunked"]) + "ho\r\n{}")], "http notHTTP",
      says: "cannot be read"),
    Misbehaviour(
      "headers without end", [.send("HTTP/1.1 200 OK\r\n"), .flood(Array("X-Flood: 1\r\n".utf8))],
      "http headTooLarge", says: "too many or too long"),
    Misbehaviour(
      "a header without end", [.send("HTTP/1.1 200 OK\r\nX-Flood: "), .flood(Array(repeating: 97, count: 4096))],
      "http headTooLarge", says: "too many or too long"),
    Misbehaviour(
      "early answers without end", [.flood(Array(head("100 Continue").utf8))], "http headTooLarge",
      says: "too many or too long"),
    Misbehaviour("305 Use Proxy", answer("305 Use Proxy", [], "{}"), "http 305 httpStatus", says: "status 305"),
    Misbehaviour("an old HTTP", [.send("{}"), .close], "http notHTTP", says: "is not HTTP"),
    Misbehaviour("no status", [.send("HTTP/1.1 OK\r\n\r\n{}"), .close], "http notHTTP", says: "is not HTTP"),
    Misbehaviour(
      "a zero byte in a header", [.send("HTTP/1.1 200 OK\r\nA: \u{0}\r\n\r\n{}"), .close], "http notHTTP",
      says: "is not HTTP"),
    Misbehaviour(
      "a header without a colon", [.send("HTTP/1.1 200 OK\r\nContent\r\n\r\n{}"), .close], "http notHTTP",
      says: "is not HTTP"),
    Misbehaviour(
      "another protocol",
      [.send(head("101 Switching Protocols", ["Upgrade: websocket", "Connection: upgrade"])), .close],
      "http 101 httpStatus", says: "status 101"),
    Misbehaviour(
      "a length and chunks",
      [.send(head("200 OK", ["Content-Length: 2", "Transfer-Encoding: chunked"]) + "2\r\n{}\r\n0\r\n\r\n"), .close],
      "http notHTTP", says: "is not HTTP"),
    Misbehaviour(
      "no gzip", answer("200 OK", ["Content-Encoding: gzip"], "{}"), "http brokenEncoding", says: "not gzip"),
    Misbehaviour(
      "another packing", answer("200 OK", ["Content-Encoding: br"], "{}"), "http unknownEncoding",
      says: "packed as `br`"),
    Misbehaviour(
      "packed twice", answer("200 OK", ["Content-Encoding: gzip, gzip"], "{}"), "http unknownEncoding",
      says: "`gzip, gzip`"),
    Misbehaviour(
      "bytes that are not text", answer(bytes: [0x7B, 0xFF, 0x7D]), "notText notText", says: "the bytes are not UTF-8"),
    Misbehaviour(
      "another charset than it says", answer("200 OK", ["Content-Type: text/plain; charset=koi8-r"], bytes: [0xE9]),
      "notText notText", says: "`koi8-r`"),
  ]

  static let statuses: [Misbehaviour] =
    [
      ("204 No Content", "204"), ("206 Partial Content", "206"), ("300 Multiple Choices", "300"),
      ("400 Bad Request", "400"), ("401 Unauthorized", "401"), ("404 Not Found", "404"),
      ("429 Too Many Requests", "429"), ("500 Internal Server Error", "500"), ("503 Service Unavailable", "503"),
      ("999 Odd", "999"),
    ].map { status, number in
      Misbehaviour(
        status, status == "204 No Content" ? [.send(head(status))] : answer(status, [], "{}"),
        "http \(number) httpStatus", says: "status \(number)")
    } + [
      Misbehaviour(
        "304 to a question without a condition", answer("304 Not Modified"), "http 304 unaskedNotModified",
        says: "not told which one")
    ]

  static let tooLarge: [Misbehaviour] = [
    Misbehaviour(
      "a length over the limit", [.send(head("200 OK", ["Content-Length: \(Document.sizeLimit + 1)"]))],
      "tooLarge bodyTooLarge", says: "more than 1048576 bytes"),
    Misbehaviour(
      "a length that no integer holds", [.send(head("200 OK", ["Content-Length: 99999999999999999999"]))],
      "http notHTTP", says: "cannot be read"),
    Misbehaviour(
      "a body without end",
      [.send(head("200 OK", ["Connection: close"])), .flood(Array(repeating: 32, count: 65536))],
      "tooLarge bodyTooLarge", says: "more than 1048576 bytes"),
    Misbehaviour(
      "chunks without end",
      [
        .send(head("200 OK", ["Transfer-Encoding: chunked"])),
        .flood(Array("1000\r\n".utf8) + Array(repeating: 32, count: 4096) + Array("\r\n".utf8)),
      ], "tooLarge bodyTooLarge", says: "more than 1048576 bytes"),
  ]

  @Test(
    "A small body that unpacks to a large one is too large",
    arguments: [Document.sizeLimit + 1, 64 * Document.sizeLimit], TestTransport.allCases)
  func smallBodyThatUnpacksToALargeOneIsTooLarge(size: Int, over transport: TestTransport) async throws {
    let packed = try gzip(Array(repeating: 32, count: size))
    #expect(packed.count < Document.sizeLimit / 10)
    let outcome = try await outcome(of: answer("200 OK", ["Content-Encoding: gzip"], bytes: packed), over: transport)
    #expect(outcome.summary == "tooLarge bodyTooLarge")
  }

  @Test(
    "A packed body that ends early, and one with bytes behind its end, are broken",
    arguments: TestTransport.allCases(butOnLinux: .takesCutGzip))
  func brokenPackingIsInvalid(over transport: TestTransport) async throws {
    let packed = try gzip(Array(#"{"packageName":"a"}"#.utf8))
    for bytes in [Array(packed.dropLast(9)), packed + [1, 2, 3]] {
      let outcome = try await outcome(of: answer("200 OK", ["Content-Encoding: gzip"], bytes: bytes), over: transport)
      #expect(outcome.summary == "http brokenEncoding")
    }
  }

  @Test("The endless body of an error status is not awaited", arguments: TestTransport.allCases(butOnLinux: .readsOn))
  func endlessErrorBodyIsNotAwaited(over transport: TestTransport) async throws {
    let steps: [TestServer.Step] = [
      .send(head("404 Not Found", ["Connection: close"])), .flood(Array(repeating: 32, count: 4096)),
    ]
    #expect(try await outcome(of: steps, over: transport).summary == "http 404 httpStatus")
  }

  @Test(
    "Any bytes that a server sends have an outcome that says what they are", arguments: 1...24,
    TestTransport.allCases(butOnLinux: .endsWithoutHead))
  func anyBytesHaveAnOutcome(seed: UInt64, over transport: TestTransport) async throws {
    var random = SplitMix64(seed: seed)
    let packed = try gzip(Array(#"{"packageName":"a"}"#.utf8))
    let whole: [[UInt8]] = [
      Array((head("200 OK", ["Content-Length: 2", "ETag: \"a\""]) + "{}").utf8),
      Array((head("200 OK", ["Transfer-Encoding: chunked"]) + "2\r\n{}\r\n0\r\n\r\n").utf8),
      Array(head("200 OK", ["Content-Encoding: gzip", "Content-Length: \(packed.count)"]).utf8) + packed,
      Array((head("200 OK", ["Content-Type: text/html; charset=utf-16", "Content-Length: 4"]) + "\u{0}{\u{0}}").utf8),
    ]
    for bytes in whole {
      var bytes = bytes
      for _ in 0..<1 + random.int(0...3) { bytes[random.int(0...bytes.count - 1)] = UInt8(random.int(0...255)) }
      if random.chance(25) { bytes.removeLast(random.int(0...bytes.count - 1)) }
      let outcome = try await outcome(of: [.bytes(bytes), .close], over: transport)
      let known = ["document", "http notHTTP", "interrupted interrupted", "http brokenEncoding", "notText notText"]
      #expect(
        known.contains(outcome.summary) || outcome.failure?.diagnostic.code.name == "httpStatus"
          || ["unknownEncoding", "tooLarge"].contains(outcome.failure?.diagnostic.code.name), "\(outcome)")
    }
  }

  @Test("Bytes beyond an answer's content length are not read", arguments: TestTransport.allCases)
  func bytesBeyondTheLengthAreNotRead(over transport: TestTransport) async throws {
    let steps: [TestServer.Step] = [.send(head("200 OK", ["Content-Length: 2"]) + "{}garbage")]
    #expect(try await outcome(of: steps, over: transport).text == "{}")
  }

  @Test("A smaller size limit holds, too", arguments: TestTransport.allCases)
  func smallerLimitHolds(over transport: TestTransport) async throws {
    let options = HTTPOptions.patient.with { $0.limits.bytes = 10 }
    let exact = answer("200 OK", [], "0123456789")
    #expect(try await outcome(of: exact, options: options, over: transport).text == "0123456789")
    let more = answer("200 OK", [], "0123456789+")
    #expect(try await outcome(of: more, options: options, over: transport).summary == "tooLarge bodyTooLarge")
  }

  @Test("A server's Retry-After is passed on with the failure", arguments: TestTransport.allCases)
  func retryAfterIsPassedOn(over transport: TestTransport) async throws {
    let seconds = try await outcome(of: answer("503 Service Unavailable", ["Retry-After: 120"]), over: transport)
    #expect(seconds.failure?.retryAfter == .seconds(120))
    let date = try await outcome(
      of: answer("429 Too Many", ["Retry-After: Sun, 06 Nov 1994 08:49:37 GMT"]), over: transport)
    #expect(date.failure?.retryAfter == .moment(Timestamp(milliseconds: 784_111_777_000)))
    let nonsense = try await outcome(of: answer("503 Service Unavailable", ["Retry-After: soon"]), over: transport)
    #expect(nonsense.failure?.retryAfter == nil)
  }
}
