import Herald
import HeraldFetch
import Testing

/// A complete answer.
func answer(_ status: String = "200 OK", _ headers: [String] = [], _ body: String = "") -> [TestServer.Step] {
  answer(status, headers, bytes: Array(body.utf8))
}

func answer(_ status: String = "200 OK", _ headers: [String] = [], bytes: [UInt8]) -> [TestServer.Step] {
  [.send(head(status, headers + ["Content-Length: \(bytes.count)"])), .bytes(bytes)]
}

/// The head of an answer alone.
func head(_ status: String = "200 OK", _ headers: [String] = []) -> String {
  "HTTP/1.1 \(status)\r\n" + headers.map { $0 + "\r\n" }.joined() + "\r\n"
}

extension TestServer {
  func url(_ path: String = "/policy", scheme: String = "http", host: String = "127.0.0.1") -> String {
    "\(scheme)://\(host):\(port)\(path)"
  }
}

/// Fetches from a server that always gives this answer, and waits until the connection is closed.
func outcome(
  of steps: [TestServer.Step], options: HTTPOptions = .patient, validators: Validators? = nil,
  over transport: TestTransport
) async throws -> FetchOutcome {
  try await TestServer.serving({ _ in steps }) { server in
    let outcome = await transport.source(server.url(), options: options).fetch(FetchRequest(validators: validators))
    let departed = await server.departures()
    #expect(departed <= 1)
    return outcome
  }
}

extension HTTPOptions {
  /// Limits that no test reaches by being slow.
  static var patient: HTTPOptions {
    var options = HTTPOptions()
    options.limits.connect = .seconds(60)
    options.limits.idle = .seconds(60)
    options.limits.total = .seconds(120)
    return options
  }

  func with(_ change: (inout HTTPOptions) -> Void) -> HTTPOptions {
    var options = self
    change(&options)
    return options
  }
}

extension FetchOutcome {
  var text: String? { if case .document(let text, _, _) = self { text } else { nil } }

  var validators: Validators? {
    switch self {
    case .document(_, let validators, _), .notModified(let validators, _): validators
    case .failed: nil
    }
  }

  var failure: FetchFailure? { if case .failed(let failure) = self { failure } else { nil } }

  /// Reason, status and the diagnostic's code in one line, for failures.
  var summary: String {
    switch self {
    case .document: "document"
    case .notModified: "not modified"
    case .failed(let failure):
      [failure.reason, failure.status.map(String.init), failure.diagnostic.code.name].compactMap { $0 }
        .joined(separator: " ")
    }
  }
}
