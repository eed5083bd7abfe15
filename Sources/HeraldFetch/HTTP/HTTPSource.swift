import Herald

/// A policy published at an HTTP address.
///
/// ```swift
/// let source = HTTPSource("https://updates.example.com/policy.json", over: .curl)
/// switch await source.fetch(FetchRequest()) {
/// case .document(let text, _): print(text)
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
/// An ``HTTPTransport`` sends the requests: `.curl` of the product `HeraldCurl`, `.urlSession` of `HeraldURLSession`, or one
/// of your own. With `HeraldRuntime`, `HTTPSource("https://…")` uses the one that belongs to the platform.
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
  ///   - url: the policy's address. With one that cannot be used each fetch fails with the reason `invalidUrl`.
  ///   - transport: sends the requests.
  ///   - options: parameters, headers, trust and limits.
  public init(_ url: String, over transport: some HTTPTransport, options: HTTPOptions = HTTPOptions()) {
    self.transport = transport
    var options = options
    options.limits = options.limits.bounded
    self.options = options
    do throws(FetchFault) {
      let address = try WebAddress(url)
      self.url = address.name
      self.address = .success(address)
    } catch {
      self.url = WebAddress.shown(unusable: url)
      self.address = .failure(error)
    }
  }

  /// Fetches once. It ends within ``HTTPOptions/Limits/total``, and promptly where the task is cancelled.
  public func fetch(_ request: FetchRequest) async -> FetchOutcome {
    await withTaskGroup(of: FetchOutcome.self) { group in
      group.addTask { await answer(to: request) }
      group.addTask {
        // The sleep throws where the answer came first, or the caller's task was cancelled.
        try? await Task.sleep(for: options.limits.total)
        return failed(Task.isCancelled ? .cancelled : .timedOut(.total, options.limits.total))
      }
      let first = await group.next()
      group.cancelAll()
      return first ?? failed(.cancelled)
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
      return try await exchange.outcome()
    } catch {
      return failed(Task.isCancelled ? .cancelled : error)
    }
  }

  private func failed(_ fault: FetchFault) -> FetchOutcome { .failed(fault.failure(at: url)) }
}
