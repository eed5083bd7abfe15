import Herald
import HeraldFetch
import Testing

/// The protocol of most servers today.
@Suite("HTTP/2")
struct HTTP2Tests {
  private func outcome(
    of steps: [HTTP2Server.Step], validators: Validators? = nil, over transport: TestTransport,
    _ change: (inout HTTPOptions) -> Void = { _ in }
  ) async throws -> FetchOutcome {
    var options = HTTPOptions.patient.with { $0.trustedAuthorities = [TestCertificates.loopback] }
    change(&options)
    return try await HTTP2Server.serving(steps) { [options] server in
      await transport.source(server.url, options: options).fetch(FetchRequest(validators: validators))
    }
  }

  @Test(
    "A document arrives over HTTP/2 with its validators, packed or not",
    arguments: TestTransport.allCases(butOnLinux: .takesNoAuthorities))
  func documentArrivesOverHTTP2(over transport: TestTransport) async throws {
    let plain = try await outcome(of: [.head(200, ["etag": "\"a\""]), .body(Array("{}".utf8)), .end], over: transport)
    #expect(plain == .document(text: "{}", Validators(etag: "\"a\"")))
    let packed = try gzip(Array("{}".utf8))
    let unpacked = try await outcome(
      of: [.head(200, ["content-encoding": "gzip"]), .body(packed), .end], over: transport)
    #expect(unpacked.text == "{}")
    #expect(try await outcome(of: [.head(200), .end], over: transport).text == "")
  }

  @Test(
    "A status over HTTP/2 says what is not modified and what failed",
    arguments: TestTransport.allCases(butOnLinux: .takesNoAuthorities))
  func statusDecidesOverHTTP2(over transport: TestTransport) async throws {
    let known = Validators(etag: "\"a\"")
    #expect(try await outcome(of: [.head(304), .end], validators: known, over: transport) == .notModified(known))
    #expect(try await outcome(of: [.head(404), .end], over: transport).summary == "http 404 httpStatus")
    #expect(try await outcome(of: [.head(503), .flood], over: transport).summary == "http 503 httpStatus")
  }

  @Test("Size limits hold over HTTP/2", arguments: TestTransport.allCases(butOnLinux: .takesNoAuthorities))
  func sizeLimitsHoldOverHTTP2(over transport: TestTransport) async throws {
    #expect(try await outcome(of: [.head(200), .flood], over: transport).summary == "tooLarge bodyTooLarge")
    let bomb = try gzip(Array(repeating: 32, count: 4 * Document.sizeLimit))
    let unpacked = try await outcome(
      of: [.head(200, ["content-encoding": "gzip"]), .body(bomb), .end], over: transport)
    #expect(unpacked.summary == "tooLarge bodyTooLarge")
  }

  @Test("Time limits hold over HTTP/2", arguments: TestTransport.allCases(butOnLinux: .takesNoAuthorities))
  func timeLimitsHoldOverHTTP2(over transport: TestTransport) async throws {
    for steps: [HTTP2Server.Step] in [[], [.head(200)], [.head(200), .body([123])]] {
      let outcome = try await outcome(of: steps, over: transport) { $0.limits.idle = .milliseconds(150) }
      #expect(outcome.summary == "timeout idleTimeout")
    }
    let stalled = try await outcome(of: [.head(200), .body([123])], over: transport) {
      $0.limits.total = .milliseconds(300)
    }
    #expect(stalled.summary == "timeout totalTimeout")
  }

  @Test(
    "An answer over HTTP/2 that the server aborts is interrupted",
    arguments: TestTransport.allCases(butOnLinux: .takesNoAuthorities))
  func abortedAnswerIsInterrupted(over transport: TestTransport) async throws {
    for steps: [HTTP2Server.Step] in [
      [.resetStream], [.head(200), .resetStream], [.head(200), .body([123]), .resetStream],
      [.closeConnection], [.head(200), .closeConnection], [.head(200), .body([123]), .closeConnection],
    ] {
      #expect(try await outcome(of: steps, over: transport).summary == "interrupted interrupted", "\(steps)")
    }
  }

  @Test(
    "A body over HTTP/2 whose length differs from its header is an interruption, shorter or longer",
    arguments: TestTransport.allCases(butOnLinux: .takesNoAuthorities))
  func wrongContentLengthIsInterrupted(over transport: TestTransport) async throws {
    for body in ["{", "{} "] {
      let outcome = try await outcome(
        of: [.head(200, ["content-length": "2"]), .body(Array(body.utf8)), .end], over: transport)
      #expect(outcome.summary == "interrupted interrupted")
    }
  }
}
