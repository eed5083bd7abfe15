import Herald
import HeraldFetch
import Testing

/// What most servers on the way to a device speak.
@Suite struct HTTP2Tests {
  private func outcome(
    of steps: [HTTP2Server.Step], validators: Validators? = nil, _ change: (inout HTTPOptions) -> Void = { _ in }
  ) async throws -> FetchOutcome {
    var options = HTTPOptions.patient.with { $0.trustedAuthorities = [TestCertificates.loopback] }
    change(&options)
    return try await HTTP2Server.serving(steps) { [options] server in
      await HTTPSource(server.url, options: options).fetch(FetchRequest(validators: validators))
    }
  }

  @Test("a document arrives with its validators, packed or not")
  func document() async throws {
    let plain = try await outcome(of: [.head(200, ["etag": "\"a\""]), .body(Array("{}".utf8)), .end])
    #expect(plain == .document(text: "{}", Validators(etag: "\"a\"")))
    let packed = try gzip(Array("{}".utf8))
    let unpacked = try await outcome(of: [.head(200, ["content-encoding": "gzip"]), .body(packed), .end])
    #expect(unpacked.text == "{}")
    #expect(try await outcome(of: [.head(200), .end]).text == "")
  }

  @Test("what is not modified and what fails is told by its status")
  func statuses() async throws {
    let known = Validators(etag: "\"a\"")
    #expect(try await outcome(of: [.head(304), .end], validators: known) == .notModified(known))
    #expect(try await outcome(of: [.head(404), .end]).summary == "http 404 httpStatus")
    #expect(try await outcome(of: [.head(503), .flood]).summary == "http 503 httpStatus")
  }

  @Test("the limits of size hold")
  func tooLarge() async throws {
    #expect(try await outcome(of: [.head(200), .flood]).summary == "tooLarge bodyTooLarge")
    let bomb = try gzip(Array(repeating: 32, count: 4 * Document.sizeLimit))
    let unpacked = try await outcome(of: [.head(200, ["content-encoding": "gzip"]), .body(bomb), .end])
    #expect(unpacked.summary == "tooLarge bodyTooLarge")
  }

  @Test("the limits of time hold")
  func slow() async throws {
    for steps: [HTTP2Server.Step] in [[], [.head(200)], [.head(200), .body([123])]] {
      let outcome = try await outcome(of: steps) { $0.limits.idle = .milliseconds(150) }
      #expect(outcome.summary == "timeout idleTimeout")
    }
    let stalled = try await outcome(of: [.head(200), .body([123])]) { $0.limits.total = .milliseconds(300) }
    #expect(stalled.summary == "timeout totalTimeout")
  }

  @Test("an answer that is given up is interrupted")
  func interrupted() async throws {
    for steps: [HTTP2Server.Step] in [
      [.resetStream], [.head(200), .resetStream], [.head(200), .body([123]), .resetStream],
      [.closeConnection], [.head(200), .closeConnection], [.head(200), .body([123]), .closeConnection],
    ] {
      #expect(try await outcome(of: steps).summary == "interrupted interrupted", "\(steps)")
    }
  }

  @Test("a body of another length than its head says is given up, shorter or longer")
  func wrongLength() async throws {
    for body in ["{", "{} "] {
      let outcome = try await outcome(of: [.head(200, ["content-length": "2"]), .body(Array(body.utf8)), .end])
      #expect(outcome.summary == "interrupted interrupted")
    }
  }
}
