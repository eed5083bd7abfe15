import Foundation
import Herald
import HeraldFetch
import HeraldGzip
import HeraldRuntime
import HeraldWire

/// A server that takes events, asked again while it says that it is busy.
struct EventServer {
  /// The result of sending a body.
  enum Verdict {
    case taken(UploadReply)
    /// The body is larger than the server, or a proxy, takes.
    case isTooLarge(UploadReply?)
  }

  private let endpoint: HTTPEndpoint
  private let token: String
  /// Waits; a test does not.
  private let sleep: (Duration) async throws -> Void
  private let backoff = Backoff(first: .seconds(1), limit: .seconds(60))
  /// True once it answered. Until then a failure is more likely a wrong address than a bad moment.
  private var hasAnswered = false

  /// The most times that a body is sent, and the longest wait that is granted.
  static let tries = 6
  static let longestWait = Duration.seconds(300)

  /// The words for what a server, or a proxy before it, leaves out.
  static let unsaid = Finding(
    "the server does not say", why: "the server does not say", fix: "the server does not say")

  var url: String { endpoint.url }

  init(
    _ endpoint: HTTPEndpoint, token: String,
    sleep: @escaping (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
  ) {
    (self.endpoint, self.token, self.sleep) = (endpoint, token, sleep)
  }

  /// Sends a body.
  ///
  /// - Throws: ``SendingFailure`` where the server cannot be reached, takes nothing for long, or refuses the whole.
  mutating func send(_ body: UploadBody) async throws -> Verdict {
    let bytes = body.bytes
    let packed = GzipPacking.pack(bytes)
    var headers = [(name: "Authorization", value: "Bearer \(token)"), ("Content-Type", "application/x-ndjson")]
    if packed != nil { headers.append(("Content-Encoding", "gzip")) }
    headers += UploadHeaders(source: body.onlySource.map(UploadHeaders.spread)).fields
    var tries = 0
    while true {
      tries += 1
      let failure: SendingFailure
      var wait = backoff.delay(afterFailures: tries, random: .random(in: 0..<1))
      var isWorthwhile = tries < Self.tries
      switch await endpoint.send(packed ?? bytes, headers: headers) {
      case .failure(let fetch):
        failure = .unreachable(fetch, url)
        isWorthwhile = isWorthwhile && hasAnswered
      case .success(let reply):
        hasAnswered = true
        let answer = UploadReply(reply.body, unsaid: Self.unsaid)
        if let verdict = try verdict(reply, answer) { return verdict }
        failure = .waits(reply, answer, url, tries: tries)
        // Senders that were turned away together come back at different times.
        if let wanted = reply.retryAfter?.delay(from: .now) { wait = wanted + .seconds(.random(in: 0..<1)) }
      }
      guard isWorthwhile, wait <= Self.longestWait else { throw failure }
      try await sleep(wait)
    }
  }

  /// The meaning of an answer; nil if the body is worth another try.
  private func verdict(_ reply: HTTPReply, _ answer: UploadReply?) throws -> Verdict? {
    switch reply.status {
    case 200, 207:
      guard let answer else { throw SendingFailure.refused(reply, answer, url) }
      return .taken(answer)
    case 413: return .isTooLarge(answer)
    case 408, 429, 500...: return nil
    default:
      guard let answer, !answer.rejected.isEmpty else { throw SendingFailure.refused(reply, answer, url) }
      if answer.problem?.isNotOwner == true { throw SendingFailure.isAppKey(url) }
      return .taken(answer)
    }
  }
}

extension Timestamp {
  fileprivate static var now: Timestamp { Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1000)) }
}
