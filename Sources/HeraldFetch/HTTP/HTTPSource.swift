import Herald

/// A policy published at an HTTP address.
///
/// ```swift
/// let source = HTTPSource("https://updates.example.com/policy.json", over: .curl)
/// switch await source.fetch(FetchRequest()) {
/// case .document(let text, _, _): print(text)
/// case .notModified: print("nothing new")
/// case .failed(let failure): print(failure.reason, failure.diagnostic.fix)
/// }
/// ```
///
/// Only HTTPS is used unless the host is the device itself (`localhost`, `127.0.0.0/8`, `[::1]`) or
/// ``HTTPOptions/allowsPlainHTTP`` is set. Redirects are followed up to a limit, never from HTTPS to plain HTTP, and
/// neither the options' headers nor a user name in the URL goes to another host. A status other than 200 and 304 is a
/// failure; a body of any kind with status 200 is a document that arrived.
///
/// An ``HTTPTransport`` sends the requests: `.curl` of the product `HeraldCurl`, `.urlSession` of `HeraldURLSession`,
/// or one of your own. With `HeraldRuntime`, `HTTPSource("https://…")` uses the platform's.
///
/// Each request opens its own connection and closes it: there is nothing to shut down.
public struct HTTPSource: PolicySource {
  /// The address as events name it: percent-encoded, without a user name and password.
  public let url: String
  private let transport: any HTTPTransport
  private let options: HTTPOptions
  private let address: Result<WebAddress, FetchFault>

  /// Makes a source; nothing is sent before ``fetch(_:)``.
  ///
  /// - Parameters:
  ///   - url: the policy's address. If it cannot be used, each fetch fails with the reason `invalidUrl`.
  ///   - transport: sends the requests.
  ///   - options: parameters, headers, trust and limits.
  public init(_ url: String, over transport: some HTTPTransport, options: HTTPOptions = HTTPOptions()) {
    self.transport = transport
    self.options = options.bounded
    (self.url, address) = WebAddress.read(url)
  }

  /// Fetches once. It ends within ``HTTPOptions/Limits/total``, and promptly where the task is cancelled.
  public func fetch(_ request: FetchRequest) async -> FetchOutcome {
    await TimeLimit.run(options.limits.total) {
      failed(Task.isCancelled ? .cancelled : .timedOut(.total, options.limits.total))
    } _: {
      await answer(to: request)
    }
  }

  private func answer(to request: FetchRequest) async -> FetchOutcome {
    if Task.isCancelled { return failed(.cancelled) }
    do throws(FetchFault) {
      let start = try address.get().appending(options.parameters.pairs(for: request.properties))
      var options = options
      options.limits.bytes = min(options.limits.bytes, max(0, request.sizeLimit))
      let exchange = try HTTPExchange(
        from: start, validators: request.validators, over: transport, options: options)
      let outcome = try await exchange.outcome()
      guard request.wantsSignature, outcome.signature == nil else { return outcome }
      return outcome.signed(try await signature(of: start, options, isNeeded: outcome.isDocument))
    } catch {
      return failed(Task.isCancelled ? .cancelled : error)
    }
  }

  /// The text of the signature file beside the document; nil where the server has none.
  ///
  /// - Parameter isNeeded: true if a document is refused without it. Then trouble with the network is a failed fetch,
  ///   so that the next check asks again, and not a document that nobody signed.
  private func signature(
    of document: WebAddress, _ options: HTTPOptions, isNeeded: Bool
  ) async throws(FetchFault) -> String? {
    guard let address = document.signature else { return nil }
    var options = options
    options.limits.bytes = FetchRequest.signatureSizeLimit
    let exchange = try HTTPExchange(from: address, validators: nil, over: transport, options: options)
    do throws(FetchFault) {
      guard case .document(let text, _, _) = try await exchange.outcome() else { return nil }
      return text
    } catch {
      if !isNeeded || error.saysThereIsNone { return nil }
      throw error
    }
  }

  private func failed(_ fault: FetchFault) -> FetchOutcome { .failed(fault.failure(at: url)) }
}

/// The rules for the head of an answer, and for the body of one with status 200.
enum AnswerRules {
  /// Refuses a head whose length can be read in two ways: each reader of such an answer sees another one (RFC 9112,
  /// section 6.3).
  static func checkFraming(of head: TransportHead) throws(FetchFault) {
    let lengths = lengths(in: head)
    if lengths.contains(where: { $0 == nil }) {
      throw .notHTTP(why: "it cannot be read: its `Content-Length` is not a number of bytes")
    }
    if Set(lengths).count > 1 { throw .notHTTP(why: "it cannot be read: it has more than one `Content-Length`") }
    if !lengths.isEmpty, !head.values(of: "transfer-encoding").isEmpty {
      throw .notHTTP(why: "it cannot be read: it has a `Content-Length` and a `Transfer-Encoding`")
    }
  }

  /// Refuses a body that the headers show to be unusable, before reading it.
  static func checkBody(of head: TransportHead, limit: Int) throws(FetchFault) {
    let encodings = head.values(of: "content-encoding").map { $0.lowercased() }.filter { $0 != "identity" }
    guard encodings.isEmpty || encodings == ["gzip"] else {
      throw .unknownEncoding(encodings.joined(separator: ", "))
    }
    // With gzip this is the compressed length, which may even be longer.
    if encodings.isEmpty, case .some(.some(let length)) = lengths(in: head).first, length > limit {
      throw .tooLarge(limit: limit)
    }
  }

  /// The values of `Content-Length`, which may be repeated (RFC 9110, section 8.6); nil for any that is not a number.
  private static func lengths(in head: TransportHead) -> [Int?] {
    head.values(of: "content-length").flatMap { $0.split(separator: ",", omittingEmptySubsequences: false) }.map {
      text in
      let digits = String(text).trimmed
      return digits.utf8.allSatisfy { (48...57).contains($0) } ? Int(digits) : nil
    }
  }
}
