import Herald
import HeraldFetch
import HeraldLog
import Testing

@testable import HeraldCLI

/// A server that is busy, without one and without waiting.
@Suite("herald upload: a busy server")
struct EventServerTests {
  /// Answers with each of some statuses in turn, the last one for good.
  private final class Transport: HTTPTransport, @unchecked Sendable {
    private var answers: [(status: Int, headers: [(String, String)], body: String)]
    private(set) var requests = 0

    init(_ answers: [(Int, [(String, String)], String)]) { self.answers = answers.map { ($0.0, $0.1, $0.2) } }

    func exchange(_ request: TransportRequest) async throws(TransportError) -> TransportAnswer {
      requests += 1
      let next = answers.count > 1 ? answers.removeFirst() : answers[0]
      return TransportAnswer(
        head: TransportHead(status: next.status, headers: next.headers.map { (name: $0.0, value: $0.1) }),
        body: Array(next.body.utf8))
    }
  }

  private final class Waits { var all: [Duration] = [] }

  private static let busy =
    #"{"type":"urn:herald:problem:busyServer","detail":"It is busy.","why":"much came","fix":"wait"}"#
  private static let good = #"{"streams":[{"source":"/a","head":1,"stored":1,"duplicates":0}],"rejected":[]}"#

  private func send(
    lines: Int = 1, _ answers: [(Int, [(String, String)], String)]
  ) async throws -> (SentReport, requests: Int, waits: [Duration], (any Error)?) {
    let transport = Transport(answers)
    let waits = Waits()
    let post = HTTPEndpoint("https://herald.example.com/v1/events", over: transport, options: HTTPOptions())
    var server = EventServer(post, token: "t") { waits.all.append($0) }
    let text = (1...lines).map { #"{"specversion":"1.0","id":"\#($0)","source":"/a","type":"x"}"# + "\n" }.joined()
    let scratch = try Scratch()
    var log = try LogLines(scratch.write(text, to: "log.jsonl"))
    var sending = LogUpload("log.jsonl")
    var failure: (any Error)?
    do {
      let told = RefusedLines(isJSON: false, Progress(""))
      try await sending.send(&log, to: &server, told: told) { _ in }
    } catch { failure = error }
    return (sending.report, transport.requests, waits.all, failure)
  }

  @Test("It waits as long as the server says, and a little longer", arguments: [429, 503])
  func retryAfterIsHonoured(status: Int) async throws {
    let (report, requests, waits, failure) = try await send([
      (status, [("Retry-After", "7")], Self.busy), (200, [], Self.good),
    ])
    #expect(failure == nil)
    #expect(report.stored == 1)
    #expect(requests == 2)
    #expect(waits.count == 1)
    #expect(waits.allSatisfy { $0 >= .seconds(7) && $0 < .seconds(8) })
  }

  @Test("Without a word of the server the waits grow, and end after a number of tries")
  func triesAreBounded() async throws {
    let (report, requests, waits, failure) = try await send([(503, [], Self.busy)])
    #expect((failure as? SendingFailure)?.diagnostics.first?.code.name == "serverWaits")
    #expect(requests == EventServer.tries)
    #expect(waits.count == EventServer.tries - 1)
    #expect(zip(waits, waits.dropFirst(2)).allSatisfy { $0 <= $1 })
    #expect(report.stored == 0)
  }

  @Test("A wait that is too long is not begun")
  func longWaitIsNotBegun() async throws {
    let (_, requests, waits, failure) = try await send([(429, [("Retry-After", "86400")], Self.busy)])
    #expect(failure != nil)
    #expect(requests == 1)
    #expect(waits.isEmpty)
  }

  @Test("A body that is too large is halved")
  func largeBodiesAreHalved() async throws {
    let (report, requests, _, failure) = try await send(lines: 2, [(413, [], "<html>"), (200, [], Self.good)])
    #expect(failure == nil)
    #expect(requests == 3)
    #expect(report.stored == 2)
  }

  @Test("A line that is too large alone is refused, and ends its installation")
  func largeLinesAreRefused() async throws {
    let (report, requests, _, failure) = try await send(lines: 2, [(413, [], "<html>")])
    #expect(failure == nil)
    #expect(requests == 2)
    #expect(report.refused == 1)
    #expect(report.behind == 1)
  }

  @Test(
    "An answer that does not count the lines is no acknowledgement",
    arguments: ["{}", "<html>", #"{"streams":[],"rejected":[]}"#])
  func otherAnswersAreNone(body: String) async throws {
    let (report, _, _, failure) = try await send([(200, [], body)])
    #expect((failure as? SendingFailure)?.diagnostics.first?.code.name == "notAServer")
    #expect(report.stored == 0)
  }
}
