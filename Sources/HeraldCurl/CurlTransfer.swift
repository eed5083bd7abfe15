import CCurl
import HeraldFetch

/// libcurl's handles for one request, used by one thread. Deinitialising it closes the connection.
final class CurlTransfer {
  private let request: TransportRequest
  private let library: CurlLibrary
  private let easy: UnsafeMutableRawPointer
  private let multi: UnsafeMutableRawPointer
  private let receiver: AnswerReceiver
  private var headers: UnsafeMutableRawPointer?
  private var authorities: TrustedAuthorities?
  /// 256 bytes are what libcurl demands.
  private let errorText = UnsafeMutableBufferPointer<CChar>.allocate(capacity: 256)

  /// nil without memory.
  init?(_ request: TransportRequest, _ library: CurlLibrary) {
    errorText.initialize(repeating: 0)
    guard let easy = herald_curl_easy_init() else {
      errorText.deallocate()
      return nil
    }
    guard let multi = herald_curl_multi_init() else {
      herald_curl_easy_cleanup(easy)
      errorText.deallocate()
      return nil
    }
    self.request = request
    self.library = library
    self.easy = easy
    self.multi = multi
    receiver = AnswerReceiver(bodyLimit: request.bodyLimit)
  }

  deinit {
    herald_curl_multi_remove(multi, easy)
    herald_curl_easy_cleanup(easy)
    herald_curl_multi_cleanup(multi)
    herald_curl_list_free(headers)
    errorText.deallocate()
  }

  /// Sends the request and receives the answer.
  ///
  /// - Parameter isOver: returns true when nobody waits for the answer any more. The pipe is signalled then.
  func run(_ wake: WakePipe, until isOver: () -> Bool) -> CurlTask.Outcome {
    do throws(TransportError) {
      try setOptions()
      guard herald_curl_multi_add(multi, easy) == 0 else { throw .other("curl_multi_add_handle fails") }
      var lastArrival = ContinuousClock.now
      while !isOver() {
        guard herald_curl_multi_perform(multi) == 0 else { throw .other("curl_multi_perform fails") }
        let result = herald_curl_multi_result(multi)
        if result >= 0 { return .success(try answer(result)) }
        // Silence counts from the moment when the request can be sent.
        if herald_curl_seconds(easy, CurlInfo.preTransferTime.rawValue) == 0 { lastArrival = .now }
        let left = request.idleLimit - (.now - lastArrival)
        guard left > .zero else { throw .idleTimeout }
        let ready = herald_curl_multi_wait(multi, wake.descriptor, Int32(min(left.milliseconds, 1000)))
        guard ready >= 0 else { throw .other("curl_multi_wait fails") }
        if ready > 0 { lastArrival = .now }
      }
      throw .cancelled
    } catch {
      return .failure(error)
    }
  }

  private static let keepingAuthorities = TransportError.missingLibrary(
    why: "the system's libcurl uses NSS, with which a trusted authority stays trusted in the whole process",
    fix: "install libcurl with OpenSSL or GnuTLS (`apt-get install libcurl4`)")

  private func answer(_ result: Int32) throws(TransportError) -> TransportAnswer {
    if let end = receiver.end { return try end.get() }
    guard result == CurlCode.done.rawValue else { throw error(result) }
    return try receiver.answer()
  }

  private func error(_ result: Int32) -> TransportError {
    let details = errorText.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    return TransportError(
      CurlFailure(
        code: CurlCode(rawValue: result),
        text: details.isEmpty
          ? String(cString: herald_curl_meaning(result)) : String(decoding: details, as: UTF8.self),
        systemError: Int32(truncatingIfNeeded: herald_curl_number(easy, CurlInfo.systemError.rawValue)),
        proxyStatus: herald_curl_number(easy, CurlInfo.connectCode.rawValue),
        connectionCount: herald_curl_number(easy, CurlInfo.connectionCount.rawValue),
        verifyResult: library.tellsVerifyResult ? herald_curl_number(easy, CurlInfo.verifyResult.rawValue) : nil,
        hasHead: receiver.hasHead, hasOwnAuthorities: !request.trustedAuthorities.isEmpty))
  }

  private func setOptions() throws(TransportError) {
    set(.url, request.url)
    set(.pathAsIs, 1)
    set(.noSignal, 1)
    set(.http09Allowed, 0)
    set(.suppressConnectHeaders, 1)
    set(.freshConnect, 1)
    set(.forbidReuse, 1)
    set(.quickExit, 1)
    // HTTP/2 with TLS only, HTTP/1.1 else; TLS 1.2 or later.
    set(.httpVersion, 4)
    set(.sslVersion, 6)
    // 0 would mean libcurl's own limit of five minutes.
    set(.connectTimeoutMilliseconds, max(1, request.connectLimit.milliseconds))
    if set(.protocolsText, "http,https") != CurlCode.done.rawValue {
      // Before libcurl 7.85: a bit for each protocol.
      set(.protocols, 3)
    }
    // An empty proxy overrules the environment's.
    if !request.usesProxy { set(.proxy, "") }
    if let body = request.body { try setBody(body) }
    for header in request.headers {
      // libcurl removes a header that ends with a colon, and sends an empty one for a semicolon.
      let line = header.value.isEmpty ? header.name + ";" : "\(header.name): \(header.value)"
      try appendHeader(line)
    }
    herald_curl_set_pointer(easy, CurlOption.httpHeader.rawValue, headers)
    herald_curl_set_pointer(easy, CurlOption.errorBuffer.rawValue, errorText.baseAddress)
    if library.keepsAuthorities, !request.trustedAuthorities.isEmpty { throw Self.keepingAuthorities }
    authorities = try TrustedAuthorities(request.trustedAuthorities, for: easy)
    receiver.receive(from: easy)
  }

  /// Makes the request a `POST`. libcurl copies the bytes.
  private func setBody(_ body: [UInt8]) throws(TransportError) {
    set(.post, 1)
    set(.postFieldSize, body.count)
    body.withUnsafeBytes { bytes in
      // A null pointer would make libcurl ask for the bytes of an empty body.
      guard let start = bytes.baseAddress else { return _ = set(.copyPostFields, "") }
      herald_curl_set_pointer(easy, CurlOption.copyPostFields.rawValue, UnsafeMutableRawPointer(mutating: start))
    }
    // Without this libcurl asks the server for permission, and waits a second for servers that do not answer that.
    try appendHeader("Expect:")
  }

  private func appendHeader(_ line: String) throws(TransportError) {
    guard let longer = herald_curl_list_append(headers, line) else { throw .other("out of memory") }
    headers = longer
  }

  @discardableResult
  private func set(_ option: CurlOption, _ value: Int) -> Int32 {
    herald_curl_set_number(easy, option.rawValue, value)
  }

  @discardableResult
  private func set(_ option: CurlOption, _ text: String) -> Int32 {
    herald_curl_set_text(easy, option.rawValue, text)
  }
}

extension Duration {
  /// Whole milliseconds, rounded up.
  fileprivate var milliseconds: Int {
    let (seconds, attoseconds) = components
    return Int(seconds) * 1000 + Int((attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
  }
}
