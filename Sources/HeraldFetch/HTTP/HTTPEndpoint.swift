/// Sends requests with a token to one address, with the same care for encryption, sizes and time as an ``HTTPSource``
/// has.
///
/// It follows no redirect: events and a token are for the server that is named, and for nobody else.
package struct HTTPEndpoint: Sendable {
  /// The address without a user name and password.
  package let url: String
  private let transport: any HTTPTransport
  private let options: HTTPOptions
  private let usesCostlyNetworks: Bool
  private let address: Result<WebAddress, FetchFault>

  /// The most bytes of an answer that are read where nothing else is asked for.
  package static let longestAnswer = 4 << 20

  /// - Parameters:
  ///   - url: the address to send to. If it cannot be used, each request fails with the reason `invalidUrl`.
  ///   - transport: sends the requests.
  ///   - options: headers, trust and limits. Parameters and redirects mean nothing here.
  ///   - usesCostlyNetworks: false avoids networks that the user pays for by their bytes.
  package init(
    _ url: String, over transport: any HTTPTransport, options: HTTPOptions, usesCostlyNetworks: Bool = true
  ) {
    self.transport = transport
    self.usesCostlyNetworks = usesCostlyNetworks
    self.options = options.bounded
    (self.url, address) = WebAddress.read(url)
  }

  /// The reason for sending nothing to the address; nil if it can be tried.
  package var refusal: FetchFailure? {
    do throws(FetchFault) {
      _ = try checkedAddress()
      return nil
    } catch {
      return error.failure(at: url)
    }
  }

  private func checkedAddress() throws(FetchFault) -> WebAddress {
    let address = try address.get()
    guard address.isEncrypted || address.isLoopback || options.allowsPlainHTTP else { throw .plainHTTPWithToken }
    return address
  }

  /// Sends one request. It ends within the limit for the whole, and promptly where the task is cancelled.
  ///
  /// - Parameters:
  ///   - body: what is sent with `POST`; nil for a `GET`.
  ///   - longest: the most bytes of the answer; more are a failure.
  /// - Returns: the server's answer, whatever its status, or the failure.
  package func send(
    _ body: [UInt8]?, headers: [(name: String, value: String)], readingAtMost longest: Int = longestAnswer
  ) async -> Result<HTTPReply, FetchFailure> {
    await TimeLimit.run(options.limits.total) {
      failed(Task.isCancelled ? .cancelled : .timedOut(.total, options.limits.total))
    } _: {
      do throws(FetchFault) {
        return .success(try await reply(to: body, headers, longest))
      } catch {
        return failed(Task.isCancelled ? .cancelled : error)
      }
    }
  }

  private func reply(
    to body: [UInt8]?, _ headers: [(name: String, value: String)], _ longest: Int
  ) async throws(FetchFault) -> HTTPReply {
    let address = try checkedAddress()
    let all = [("User-Agent", "Herald"), ("Accept-Encoding", "gzip")] + headers + options.headers
    for header in all where !HTTPExchange.isSendable(header) { throw .unusableHeader(header.0) }
    guard options.trustedAuthorities.allSatisfy(TrustedAuthority.isPEM) else { throw .unusableAuthority }
    var limits = options.limits
    limits.bytes = longest
    var request = TransportRequest(
      url: address.target, headers: all, body: body, usesProxy: !address.isLoopback,
      trustedAuthorities: options.trustedAuthorities, connectLimit: limits.connect, idleLimit: limits.idle
    ) { head in
      (300..<400).contains(head.status) || (try? AnswerRules.checkFraming(of: head)) == nil ? nil : longest
    }
    request.usesCostlyNetworks = usesCostlyNetworks
    let answer: TransportAnswer
    do throws(TransportError) {
      answer = try await transport.exchange(request)
    } catch {
      throw FetchFault(error, from: address, limits)
    }
    try AnswerRules.checkFraming(of: answer.head)
    return HTTPReply(answer)
  }

  private func failed(_ fault: FetchFault) -> Result<HTTPReply, FetchFailure> { .failure(fault.failure(at: url)) }
}

/// A server's answer to a body.
package struct HTTPReply: Sendable {
  /// The status.
  package let status: Int
  /// The body, unpacked.
  package let body: [UInt8]
  /// The wait that the server asks for; nil if it asks for none. A date counts from the server's own clock if the
  /// answer has its time, because a phone's clock may be hours off.
  package let retryAfter: RetryAfter?

  init(_ answer: TransportAnswer) {
    status = answer.head.status
    body = answer.body
    let wanted = answer.head.values(of: "retry-after").first.flatMap(RetryAfter.init)
    if case .moment(let moment)? = wanted,
      case .moment(let now)? = answer.head.values(of: "date").first.flatMap(RetryAfter.init)
    {
      retryAfter = .seconds(Int(max(0, moment.milliseconds - now.milliseconds) / 1000))
    } else {
      retryAfter = wanted
    }
  }
}
