import Herald
import Testing

@testable import HeraldFetch

/// Requests with a body.
@Suite("Bodies over HTTP")
struct PostTests {
  private static let body = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }

  private func post(
    _ body: [UInt8], to answer: @escaping TestServer.Answer, over transport: TestTransport
  ) async throws -> (Result<HTTPReply, FetchFailure>, [TestServer.Request]) {
    try await TestServer.serving(answer) { server in
      let post = HTTPEndpoint(server.url("/v1/events"), over: transport.transport, options: .patient)
      let result = await post.send(body, headers: [("Content-Type", "application/x-ndjson"), ("X-Own", "1")])
      _ = await server.departures()
      return (result, server.requests)
    }
  }

  @Test("A body is posted once and whole, as it is, with its headers", arguments: TestTransport.allCases)
  func bodyIsPostedWhole(over transport: TestTransport) async throws {
    for body in [[], Array("{}".utf8), Self.body] {
      let (result, requests) = try await post(body, to: { _ in answer("200 OK", [], "stored") }, over: transport)
      #expect(try result.get().body == Array("stored".utf8))
      #expect(requests.count == 1)
      #expect(requests.first?.line == "POST /v1/events HTTP/1.1")
      #expect(requests.first?.header("content-type") == "application/x-ndjson")
      #expect(requests.first?.header("x-own") == "1")
      #expect(requests.first?.header("content-length") == "\(body.count)")
      #expect(requests.first?.header("expect") == nil)
      #expect(requests.first?.body == body)
    }
  }

  @Test(
    "A request without a body is a GET, whose answer may be longer than that to a body",
    arguments: TestTransport.allCases)
  func getIsSent(over transport: TestTransport) async throws {
    let long = String(repeating: "a", count: HTTPEndpoint.longestAnswer + 1)
    for (most, isRead) in [(HTTPEndpoint.longestAnswer, false), (long.utf8.count, true)] {
      let (result, requests) = try await TestServer.serving({ _ in answer("200 OK", [], long) }) { server in
        let endpoint = HTTPEndpoint(server.url("/v1/live"), over: transport.transport, options: .patient)
        let result = await endpoint.send(nil, headers: [("X-Own", "1")], readingAtMost: most)
        _ = await server.departures()
        return (result, server.requests)
      }
      #expect(requests.first?.line == "GET /v1/live HTTP/1.1")
      #expect(requests.first?.header("x-own") == "1")
      #expect((try? result.get().body.count) == (isRead ? long.utf8.count : nil))
    }
  }

  @Test("The body of an answer is read whatever its status", arguments: TestTransport.allCases)
  func answerWithAnotherStatusIsRead(over transport: TestTransport) async throws {
    for status in ["207 Multi-Status", "409 Conflict", "422 Unprocessable", "503 Unavailable"] {
      let (result, _) = try await post(
        [1], to: { _ in answer(status, ["Retry-After: 7"], "{}") }, over: transport)
      #expect(try result.get().status == Int(status.prefix(3)))
      #expect(try result.get().body == Array("{}".utf8))
      #expect(try result.get().retryAfter == .seconds(7))
    }
  }

  @Test("A body follows no redirect", arguments: TestTransport.allCases(butOnLinux: .awaitsRedirects))
  func bodyFollowsNoRedirect(over transport: TestTransport) async throws {
    for status in [301, 302, 303, 307, 308] {
      let (result, requests) = try await post(
        [1], to: { _ in answer("\(status) Elsewhere", ["Location: /other"]) }, over: transport)
      #expect(try result.get().status == status)
      #expect(requests.count == 1)
    }
  }

  @Test("A date to wait for counts from the server's own clock", arguments: TestTransport.allCases)
  func dateCountsFromTheServersClock(over transport: TestTransport) async throws {
    let headers = ["Date: Sun, 06 Nov 1994 08:49:37 GMT", "Retry-After: Sun, 06 Nov 1994 08:50:00 GMT"]
    let (result, _) = try await post([1], to: { _ in answer("503 Unavailable", headers) }, over: transport)
    #expect(try result.get().retryAfter == .seconds(23))
  }

  @Test(
    "A connection that breaks after the body is a failure, and the body is not sent again",
    arguments: [TestTransport.curl])
  func brokenConnectionIsAFailure(over transport: TestTransport) async throws {
    let (result, requests) = try await post([1], to: { _ in [.close] }, over: transport)
    #expect(throws: FetchFailure.self) { try result.get() }
    #expect(requests.count == 1)
  }
}
