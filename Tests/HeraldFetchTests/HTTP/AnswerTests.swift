import Herald
import HeraldFetch
import Testing

/// Answers of servers that follow the protocol.
@Suite("Answers over HTTP")
struct AnswerTests {
  @Test("A body with status 200 is a document, whatever its headers say")
  func bodyWithStatus200IsADocument() async throws {
    for (headers, body) in [
      (["Content-Type: application/json"], #"{"packageName":"a"}"#), (["Content-Type: text/html"], "<h1>Log in</h1>"),
      ([], "{}"), ([], ""), (["Content-Type: image/png"], "no picture"), (["Content-Encoding: identity"], "{}"),
    ] {
      #expect(try await outcome(of: answer("200 OK", headers, body)) == .document(text: body, Validators()))
    }
  }

  @Test("A byte order mark in a body is kept for the reader")
  func byteOrderMarkIsKept() async throws {
    let outcome = try await outcome(of: answer(bytes: [0xEF, 0xBB, 0xBF, 0x7B, 0x7D]))
    #expect(outcome.text.map { Array($0.utf8) } == [0xEF, 0xBB, 0xBF, 0x7B, 0x7D])
  }

  @Test("A chunked body, and one that ends with the connection, arrive whole")
  func otherFramingsArriveWhole() async throws {
    let chunked = head("200 OK", ["Transfer-Encoding: chunked"]) + "2\r\n{}\r\n1\r\n \r\n0\r\n\r\n"
    #expect(try await outcome(of: [.send(chunked)]).text == "{} ")
    #expect(try await outcome(of: [.send("HTTP/1.0 200 OK\r\n\r\n{}"), .close]).text == "{}")
  }

  @Test("An early hint is not taken for the answer")
  func earlyHintIsNotTheAnswer() async throws {
    let steps: [TestServer.Step] = [.send(head("103 Early Hints", ["Link: </a>"]))] + answer("200 OK", [], "{}")
    #expect(try await outcome(of: steps).text == "{}")
  }

  @Test("An answer's validators are kept, and sent with the next request")
  func validatorsAreSentWithTheNextRequest() async throws {
    let known = Validators(etag: #"W/"a""#, lastModified: "Sun, 06 Nov 1994 08:49:37 GMT")
    try await TestServer.serving({ request in
      request.header("if-none-match") == known.etag && request.header("if-modified-since") == known.lastModified
        ? answer("304 Not Modified", ["ETag: \"b\""])
        : answer("200 OK", [#"ETag: W/"a""#, "Last-Modified: Sun, 06 Nov 1994 08:49:37 GMT"], "{}")
    }) { server in
      let source = HTTPSource(server.url(), options: .patient)
      #expect(await source.fetch(FetchRequest()) == .document(text: "{}", known))
      #expect(
        await source.fetch(FetchRequest(validators: known))
          == .notModified(Validators(etag: "\"b\"", lastModified: known.lastModified)))
    }
  }

  @Test("Validators that a header cannot carry are not sent")
  func brokenValidatorsAreNotSent() async throws {
    try await TestServer.serving({ _ in answer("200 OK", [], "{}") }) { server in
      let known = Validators(etag: "a\r\nX-Injected: 1", lastModified: " ")
      let outcome = await HTTPSource(server.url(), options: .patient).fetch(FetchRequest(validators: known))
      #expect(outcome.text == "{}")
      #expect(server.requests.map { $0.header("if-none-match") } == [nil])
      #expect(server.requests.map { $0.header("x-injected") } == [nil])
      #expect(server.requests.map { $0.header("if-modified-since") } == [nil])
    }
  }

  @Test("Blank validators are ignored, and a 304 then is not an answer")
  func blankValidatorsAreIgnored() async throws {
    let blank = try await outcome(of: answer("200 OK", ["ETag: ", "Last-Modified:"], "{}"))
    #expect(blank == .document(text: "{}", Validators()))
    for validators in [Validators(), Validators(etag: ""), Validators(etag: "a\n", lastModified: "  ")] {
      let outcome = try await outcome(of: answer("304 Not Modified"), validators: validators)
      #expect(outcome.summary == "http 304 unaskedNotModified")
    }
  }

  @Test("A packed body is unpacked up to exactly the limit", arguments: [0, 1, 5000, Document.sizeLimit])
  func packedBodyIsUnpackedUpToTheLimit(size: Int) async throws {
    let text = String(repeating: "7", count: size)
    let steps = answer("200 OK", ["Content-Encoding: gzip"], bytes: try gzip(Array(text.utf8)))
    #expect(try await outcome(of: steps).text == text)
  }

  @Test("A body of exactly the size limit arrives")
  func bodyOfTheLimitArrives() async throws {
    let text = String(repeating: "7", count: Document.sizeLimit)
    #expect(try await outcome(of: answer("200 OK", [], text)).text == text)
  }

  @Test("A fetch closes its connection, whether it succeeds or fails")
  func connectionsAreClosed() async throws {
    let answers: [[TestServer.Step]] = [
      answer("200 OK", [], "{}"), answer("404 Not Found"), [.send(head()), .flood(Array(repeating: 32, count: 4096))],
    ]
    for steps in answers {
      let connections = try await TestServer.serving({ _ in steps }) { server in
        _ = await HTTPSource(server.url(), options: .patient).fetch(FetchRequest())
        return try await server.departures()
      }
      #expect(connections == 1)
    }
  }
}
