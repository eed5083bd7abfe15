import Herald
import HeraldFetch

/// A damaged answer of a server, as the fetch over HTTP gets it.
struct Answer: HTTPTransport {
  private let heads: [TransportHead]
  private let body: [UInt8]
  private let wantsSignature: Bool

  private static let statuses = [200, 200, 200, 204, 301, 302, 304, 307, 308, 403, 404, 410, 429, 500, 503]
  private static let headers = [
    ("content-type", "application/json; charset=utf-8"), ("etag", "\"33a64df5\""), ("retry-after", "120"),
    ("last-modified", "Wed, 21 Oct 2026 07:28:00 GMT"), ("location", "https://example.com/policy.json"),
    ("retry-after", "Fri, 31 Dec 2026 23:59:59 GMT"), ("content-length", "120"), ("content-encoding", "gzip"),
  ]

  init(_ samples: Samples, _ dice: inout Dice) {
    body = Damage.of(Array((dice.one(of: samples.fetches).document ?? "").utf8), &dice)
    wantsSignature = dice.isOne(in: 2)
    // A redirection asks again, so there are several heads.
    heads = (0..<3).map { _ in Self.head(samples, &dice) }
  }

  private static func head(_ samples: Samples, _ dice: inout Dice) -> TransportHead {
    let status = dice.isOne(in: 8) ? dice.number(below: 1000) : dice.one(of: statuses)
    var all = (0..<dice.number(below: 6)).map { _ in dice.one(of: headers) }
    if dice.isOne(in: 2) {
      let signature = dice.one(of: samples.signatures)
      all.append(("herald-signature", String(decoding: signature, as: UTF8.self)))
    }
    let damaged = all.map { name, value in
      (name: name, value: String(decoding: Damage.of(Array(value.utf8), &dice), as: UTF8.self))
    }
    return TransportHead(status: status, headers: damaged)
  }

  func exchange(_ request: TransportRequest) async throws(TransportError) -> TransportAnswer {
    let head = heads[request.url.utf8.count % heads.count]
    if let limit = request.bodyLimit(head), body.count > limit { throw .bodyTooLarge }
    return TransportAnswer(head: head, body: body)
  }

  /// Whether a fetch takes a document from it.
  func isRead() async -> Bool {
    let source = HTTPSource("https://example.com/policy.json", over: self)
    let validators = Validators(etag: "\"33a64df5\"")
    let outcome = await source.fetch(FetchRequest(validators: validators, wantsSignature: wantsSignature))
    if case .document = outcome { return true }
    return false
  }
}
