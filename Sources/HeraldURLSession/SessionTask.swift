import Foundation
import HeraldFetch

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// One request with a session of its own, for whose outcome a task waits.
///
/// The lock guards the variables: the session calls from a queue of its own.
final class SessionTask: NSObject, @unchecked Sendable {
  typealias Outcome = Result<TransportAnswer, TransportError>

  let request: TransportRequest
  private let lock = NSLock()
  private var outcome: Outcome?
  private var waiting: CheckedContinuation<Outcome, Never>?
  private var session: URLSession?
  private var watchdog: Task<Void, Never>?
  private var lastArrival = ContinuousClock.now
  private var head: TransportHead?
  private var limit = 0
  private var body: [UInt8] = []

  init(_ request: TransportRequest) { self.request = request }

  /// Sends the request and waits for its outcome, or for the cancellation of the task.
  func answer(from url: URL) async -> Outcome {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let early = lock.withLock {
          if outcome == nil { waiting = continuation }
          return outcome
        }
        if let early { return continuation.resume(returning: early) }
        start(url)
      }
    } onCancel: {
      finish(.failure(.cancelled))
    }
  }

  private func start(_ url: URL) {
    var urlRequest = URLRequest(url: url, cachePolicy: .reloadIgnoringLocalAndRemoteCacheData)
    urlRequest.httpShouldHandleCookies = false
    // The watchdog counts silence; this only has to be later.
    urlRequest.timeoutInterval = request.idleLimit / .seconds(1) + 60
    if let body = request.body {
      urlRequest.httpMethod = "POST"
      urlRequest.httpBody = Data(body)
    }
    #if canImport(Darwin)
      urlRequest.allowsExpensiveNetworkAccess = request.usesCostlyNetworks
      urlRequest.allowsConstrainedNetworkAccess = request.usesCostlyNetworks
    #endif
    for header in request.headers { urlRequest.setValue(header.value, forHTTPHeaderField: header.name) }
    let session = URLSession(configuration: configuration, delegate: self, delegateQueue: nil)
    let watchdog = Task { await self.watch() }
    let isOver = lock.withLock {
      guard outcome == nil else { return true }
      self.session = session
      self.watchdog = watchdog
      lastArrival = .now
      return false
    }
    guard !isOver else {
      watchdog.cancel()
      return session.invalidateAndCancel()
    }
    session.dataTask(with: urlRequest).resume()
  }

  private var configuration: URLSessionConfiguration {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.urlCache = nil
    configuration.urlCredentialStorage = nil
    configuration.httpCookieStorage = nil
    configuration.httpShouldSetCookies = false
    configuration.httpCookieAcceptPolicy = .never
    if !request.usesProxy { configuration.connectionProxyDictionary = [:] }
    #if canImport(Darwin)
      configuration.waitsForConnectivity = false
    #endif
    return configuration
  }

  /// Ends the request where nothing arrived for as long as the limit.
  private func watch() async {
    while !Task.isCancelled {
      let left = request.idleLimit - (.now - lock.withLock { lastArrival })
      guard left > .zero else { return finish(.failure(.idleTimeout)) }
      try? await Task.sleep(for: left)
    }
  }

  /// Keeps the first outcome, resumes the task, and closes the connection.
  func finish(_ outcome: Outcome) {
    let (waiting, session, watchdog) = lock.withLock {
      guard self.outcome == nil else {
        return (nil, nil, nil) as (CheckedContinuation<Outcome, Never>?, URLSession?, Task<Void, Never>?)
      }
      self.outcome = outcome
      defer { (self.waiting, self.session, self.watchdog) = (nil, nil, nil) }
      return (self.waiting, self.session, self.watchdog)
    }
    waiting?.resume(returning: outcome)
    watchdog?.cancel()
    session?.invalidateAndCancel()
  }

  /// Takes the head of the final answer; returns whether its body is wanted.
  func take(_ response: URLResponse) -> Bool {
    guard let response = response as? HTTPURLResponse else {
      finish(.failure(.notHTTP(why: "it cannot be read")))
      return false
    }
    let headers = response.allHeaderFields.map { (name: "\($0.key)", value: "\($0.value)") }
    let head = TransportHead(status: response.statusCode, headers: headers)
    guard let limit = request.bodyLimit(head) else {
      finish(.success(TransportAnswer(head: head)))
      return false
    }
    lock.withLock {
      lastArrival = .now
      self.head = head
      self.limit = limit
    }
    return true
  }

  /// Notes that the server took a part of the request's body.
  func sent() { lock.withLock { lastArrival = .now } }

  /// Takes a piece of the body, which the session has unpacked.
  func take(_ piece: Data) {
    let fits = lock.withLock {
      lastArrival = .now
      guard outcome == nil, body.count + piece.count <= limit else { return false }
      body += piece
      return true
    }
    if !fits { finish(.failure(.bodyTooLarge)) }
  }

  /// Ends with what was collected.
  func complete() {
    let answer = lock.withLock { head.map { TransportAnswer(head: $0, body: body) } }
    finish(answer.map { .success($0) } ?? .failure(.interrupted))
  }
}

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif
#if canImport(Security)
  import Security
#endif

extension SessionTask: URLSessionDataDelegate {
  func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    // The source follows redirects by rules of its own.
    completionHandler(nil)
    _ = take(response)
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    completionHandler(take(response) ? .allow : .cancel)
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didSendBodyData bytesSent: Int64, totalBytesSent: Int64,
    totalBytesExpectedToSend: Int64
  ) {
    sent()
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) { take(data) }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    if let error { finish(.failure(TransportError(error))) } else { complete() }
  }

  #if canImport(Security)
    func urlSession(
      _ session: URLSession, didReceive challenge: URLAuthenticationChallenge,
      completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
      guard !request.trustedAuthorities.isEmpty, let trust = challenge.protectionSpace.serverTrust else {
        return completionHandler(.performDefaultHandling, nil)
      }
      let certificates = request.trustedAuthorities.flatMap(Self.certificates)
      guard !certificates.isEmpty else {
        finish(.failure(.unusableAuthority))
        return completionHandler(.cancelAuthenticationChallenge, nil)
      }
      SecTrustSetAnchorCertificates(trust, certificates as CFArray)
      SecTrustSetAnchorCertificatesOnly(trust, true)
      var error: CFError?
      if SecTrustEvaluateWithError(trust, &error) {
        return completionHandler(.useCredential, URLCredential(trust: trust))
      }
      let reason = error.map { CFErrorCopyDescription($0) as String } ?? "no reason"
      finish(.failure(.untrustedCertificate(why: "the system says: \(reason)")))
      completionHandler(.cancelAuthenticationChallenge, nil)
    }

    /// The certificates of a text in PEM.
    private static func certificates(_ pem: String) -> [SecCertificate] {
      pem.components(separatedBy: "-----BEGIN CERTIFICATE-----").dropFirst().compactMap { block in
        block.range(of: "-----END CERTIFICATE-----")
          .flatMap { Data(base64Encoded: String(block[..<$0.lowerBound]), options: .ignoreUnknownCharacters) }
          .flatMap { SecCertificateCreateWithData(nil, $0 as CFData) }
      }
    }
  #endif
}
