import Herald
import HeraldFetch
import Testing

/// Silent servers, slow servers and cancelled callers. No test depends on the speed of the machine: where a limit is
/// short, the server never sends the awaited bytes.
@Suite(.timeLimit(.minutes(30))) struct TimeLimitTests {
  private let impatient = HTTPOptions.patient.with { $0.limits.idle = .milliseconds(150) }
  private let hurried = HTTPOptions.patient.with { $0.limits.total = .milliseconds(300) }

  @Test(
    "A server that never answers, or stops in the head or the body, runs into the idle timeout",
    arguments: TestTransport.allCases(butOnLinux: .endsWithoutHead))
  func silentServerTimesOut(over transport: TestTransport) async throws {
    for steps: [TestServer.Step] in [
      [], [.send("HTTP/1.1 200 OK\r\n")], [.send(head("200 OK", ["Content-Length: 5"]) + "{")],
    ] {
      let outcome = try await outcome(of: steps, options: impatient, over: transport)
      #expect(outcome.summary == "timeout idleTimeout")
      #expect(outcome.failure?.diagnostic.why == "nothing arrived for 0.150 s")
    }
  }

  @Test(
    "A head or a body that drips is cut off at the limit for the whole fetch",
    arguments: TestTransport.allCases(butOnLinux: .takesHintsForAnswers))
  func drippingServerIsCutOff(over transport: TestTransport) async throws {
    for steps: [TestServer.Step] in [
      [.send("HTTP/1.1 200 OK\r\nX: "), .drip("a")], [.drip(head("103 Early Hints"))],
      [.send(head("200 OK", ["Connection: close"])), .drip(" ")],
    ] {
      let outcome = try await outcome(of: steps, options: hurried, over: transport)
      #expect(outcome.summary == "timeout totalTimeout")
      #expect(outcome.failure?.diagnostic.why == "the limit for a whole fetch is 0.300 s")
    }
  }

  @Test(
    "Redirects share the time limit for the whole fetch",
    arguments: TestTransport.allCases(butOnLinux: .endsWithoutHead))
  func redirectsShareTheLimit(over transport: TestTransport) async throws {
    try await TestServer.serving({ request in
      request.line.contains("/policy") ? answer("302 Found", ["Location: /next"]) : []
    }) { server in
      let outcome = await transport.source(server.url(), options: hurried).fetch(FetchRequest())
      #expect(outcome.summary == "timeout totalTimeout")
    }
  }

  @Test(
    "The time limit for the whole fetch holds before there is a connection",
    arguments: TestTransport.allCases(butOnLinux: .endsWithoutHead))
  func limitHoldsDuringTheHandshake(over transport: TestTransport) async throws {
    try await TestServer.serving({ _ in [] }) { server in
      let outcome = await transport.source(server.url(scheme: "https"), options: hurried).fetch(FetchRequest())
      #expect(outcome.summary == "timeout totalTimeout")
    }
  }

  /// `URLSession` does not say when a connection is established.
  @Test(
    "A server that never answers the TLS handshake runs into the connect timeout", arguments: [TestTransport.curl])
  func silentTLSHandshakeTimesOut(over transport: TestTransport) async throws {
    let options = HTTPOptions.patient.with { $0.limits.connect = .milliseconds(200) }
    try await TestServer.serving({ _ in [] }) { server in
      let outcome = await transport.source(server.url(scheme: "https"), options: options).fetch(FetchRequest())
      #expect(outcome.summary == "timeout connectTimeout")
    }
  }

  @Test(
    "A time limit may be zero, negative or longer than all time",
    arguments: TestTransport.allCases(butOnLinux: .endsWithoutHead))
  func extremeLimitsAreLimits(over transport: TestTransport) async throws {
    let none = HTTPOptions.patient.with { $0.limits.total = .zero }
    #expect(try await outcome(of: [], options: none, over: transport).summary == "timeout totalTimeout")
    let negative = HTTPOptions.patient.with { $0.limits.total = .seconds(-1) }
    #expect(try await outcome(of: [], options: negative, over: transport).summary == "timeout totalTimeout")
    let endless = HTTPOptions.patient.with {
      $0.limits.connect = .seconds(Int64.max)
      $0.limits.idle = .seconds(Int64.max)
      $0.limits.total = .seconds(Int64.max)
    }
    #expect(try await outcome(of: answer("200 OK", [], "{}"), options: endless, over: transport).text == "{}")
  }

  @Test(
    "A cancelled fetch ends with the outcome that it was cancelled",
    arguments: [[], [.send("HTTP/1.1 200")], [.send(head("200 OK", ["Content-Length: 9"]) + "{}")]]
      as [[TestServer.Step]], TestTransport.allCases(butOnLinux: .endsWithoutHead))
  func cancelledFetchIsCancelled(steps: [TestServer.Step], over transport: TestTransport) async throws {
    try await TestServer.serving({ _ in steps }) { server in
      let source = transport.source(server.url())
      let fetch = Task { await source.fetch(FetchRequest()) }
      await server.arrival()
      fetch.cancel()
      #expect(await fetch.value.summary == "cancelled cancelled")
      let departed = await server.departures()
      #expect(departed == 1)
    }
  }

  @Test("A task that is cancelled before it fetches sends nothing", arguments: TestTransport.allCases)
  func taskCancelledBeforeSendsNothing(over transport: TestTransport) async throws {
    try await TestServer.serving({ _ in answer("200 OK", [], "{}") }) { server in
      let source = transport.source(server.url())
      let fetch = Task {
        while !Task.isCancelled { await Task.yield() }
        return await source.fetch(FetchRequest())
      }
      fetch.cancel()
      #expect(await fetch.value.summary == "cancelled cancelled")
      #expect(server.requests.isEmpty)
    }
  }
}
