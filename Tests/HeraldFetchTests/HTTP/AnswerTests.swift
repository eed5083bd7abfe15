import Herald
import HeraldFetch
import Testing

/// Answers of servers that follow the protocol.
@Suite("Answers over HTTP")
struct AnswerTests {
  @Test("A body with status 200 is a document, whatever its headers say", arguments: TestTransport.allCases)
  func bodyWithStatus200IsADocument(over transport: TestTransport) async throws {
    for (headers, body) in [
      (["Content-Type: application/json"], #"{"packageName":"a"}"#), (["Content-Type: text/html"], "<h1>Log in</h1>"),
      ([], "{}"), ([], ""), (["Content-Type: image/png"], "no picture"), (["Content-Encoding: identity"], "{}"),
    ] {
      #expect(
        try await outcome(of: answer("200 OK", headers, body), over: transport) == .document(text: body, Validators()))
    }
  }

  @Test("A byte order mark in a body is kept for the reader", arguments: TestTransport.allCases)
  func byteOrderMarkIsKept(over transport: TestTransport) async throws {
    let outcome = try await outcome(of: answer(bytes: [0xEF, 0xBB, 0xBF, 0x7B, 0x7D]), over: transport)
    #expect(outcome.text.map { Array($0.utf8) } == [0xEF, 0xBB, 0xBF, 0x7B, 0x7D])
  }

  @Test("A chunked body, and one that ends with the connection, arrive whole", arguments: TestTransport.allCases)
  func otherFramingsArriveWhole(over transport: TestTransport) async throws {
    let chunked = head("200 OK", ["Transfer-Encoding: chunked"]) + "2\r\n{}\r\n1\r\n \r\n0\r\n\r\n"
    #expect(try await outcome(of: [.send(chunked)], over: transport).text == "{} ")
    #expect(try await outcome(of: [.send("HTTP/1.0 200 OK\r\n\r\n{}"), .close], over: transport).text == "{}")
  }

  @Test(
    "An early hint is not taken for the answer", arguments: TestTransport.allCases(butOnLinux: .takesHintsForAnswers))
  func earlyHintIsNotTheAnswer(over transport: TestTransport) async throws {
    let steps: [TestServer.Step] = [.send(head("103 Early Hints", ["Link: </a>"]))] + answer("200 OK", [], "{}")
    #expect(try await outcome(of: steps, over: transport).text == "{}")
  }

  @Test("An answer's validators are kept, and sent with the next request", arguments: TestTransport.allCases)
  func validatorsAreSentWithTheNextRequest(over transport: TestTransport) async throws {
    let known = Validators(etag: #"W/"a""#, lastModified: "Sun, 06 Nov 1994 08:49:37 GMT")
    try await TestServer.serving({ request in
      request.header("if-none-match") == known.etag && request.header("if-modified-since") == known.lastModified
        ? answer("304 Not Modified", ["ETag: \"b\""])
        : answer("200 OK", [#"ETag: W/"a""#, "Last-Modified: Sun, 06 Nov 1994 08:49:37 GMT"], "{}")
    }) { server in
      let source = transport.source(server.url())
      #expect(await source.fetch(FetchRequest()) == .document(text: "{}", known))
      #expect(
        await source.fetch(FetchRequest(validators: known))
          == .notModified(Validators(etag: "\"b\"", lastModified: known.lastModified)))
    }
  }

  @Test("Validators that a header cannot carry are not sent", arguments: TestTransport.allCases)
  func brokenValidatorsAreNotSent(over transport: TestTransport) async throws {
    try await TestServer.serving({ _ in answer("200 OK", [], "{}") }) { server in
      let known = Validators(etag: "a\r\nX-Injected: 1", lastModified: " ")
      let outcome = await transport.source(server.url()).fetch(FetchRequest(validators: known))
      #expect(outcome.text == "{}")
      #expect(server.requests.map { $0.header("if-none-match") } == [nil])
      #expect(server.requests.map { $0.header("x-injected") } == [nil])
      #expect(server.requests.map { $0.header("if-modified-since") } == [nil])
    }
  }

  @Test("Blank validators are ignored, and a 304 then is not an answer", arguments: TestTransport.allCases)
  func blankValidatorsAreIgnored(over transport: TestTransport) async throws {
    let blank = try await outcome(of: answer("200 OK", ["ETag: ", "Last-Modified:"], "{}"), over: transport)
    #expect(blank == .document(text: "{}", Validators()))
    for validators in [Validators(), Validators(etag: ""), Validators(etag: "a\n", lastModified: "  ")] {
      let outcome = try await outcome(of: answer("304 Not Modified"), validators: validators, over: transport)
      #expect(outcome.summary == "http 304 unaskedNotModified")
    }
  }

  @Test(
    "A packed body is unpacked up to exactly the limit", arguments: [0, 1, 5000, Document.sizeLimit],
    TestTransport.allCases)
  func packedBodyIsUnpackedUpToTheLimit(size: Int, over transport: TestTransport) async throws {
    let text = String(repeating: "7", count: size)
    let steps = answer("200 OK", ["Content-Encoding: gzip"], bytes: try gzip(Array(text.utf8)))
    #expect(try await outcome(of: steps, over: transport).text == text)
  }

  @Test("A body of exactly the size limit arrives", arguments: TestTransport.allCases)
  func bodyOfTheLimitArrives(over transport: TestTransport) async throws {
    let text = String(repeating: "7", count: Document.sizeLimit)
    #expect(try await outcome(of: answer("200 OK", [], text), over: transport).text == text)
  }

  @Test(
    "A fetch closes its connection, whether it succeeds or fails",
    arguments: TestTransport.allCases(butOnLinux: .readsOn))
  func connectionsAreClosed(over transport: TestTransport) async throws {
    let answers: [[TestServer.Step]] = [
      answer("200 OK", [], "{}"), answer("404 Not Found"), [.send(head()), .flood(Array(repeating: 32, count: 4096))],
    ]
    for steps in answers {
      let connections = try await TestServer.serving({ _ in steps }) { server in
        _ = await transport.source(server.url()).fetch(FetchRequest())
        return await server.departures()
      }
      #expect(connections == 1)
    }
  }
}
