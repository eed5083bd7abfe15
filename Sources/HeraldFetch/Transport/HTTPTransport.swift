/// Sends one HTTP request and returns the server's answer.
///
/// ``HTTPSource`` makes the request, or `Upload` of the product `HeraldRuntime` does, and judges the answer: redirects, statuses, sizes, texts and the limit for the whole
/// fetch. A transport does the rest: names, connections, proxies, TLS and the framing of HTTP. `HeraldCurl` has one over
/// libcurl, `HeraldURLSession` one over `URLSession`. An app that has another HTTP library already, such as
/// AsyncHTTPClient on SwiftNIO, conforms a type of its own and passes it to `HTTPSource(_:over:options:)`.
///
/// A transport must:
///
/// - send exactly one request, also where it has a body and the connection breaks, without following redirects, sending cookies or answering from a cache;
/// - ask ``TransportRequest/bodyLimit`` with the final answer's head (status 101, or 200 and above), and read no more
///   than what it returns;
/// - unpack a body with `Content-Encoding: gzip`, and no other;
/// - end promptly where the task is cancelled;
/// - close the connection after the answer.
public protocol HTTPTransport: Sendable {
  /// Sends the request.
  func exchange(_ request: TransportRequest) async throws(TransportError) -> TransportAnswer
}
