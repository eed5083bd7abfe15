extension FetchFault {
  /// Maps the error of a transport to a fault.
  init(_ error: TransportError, from address: WebAddress, _ limits: HTTPOptions.Limits) {
    self =
      switch error {
      case .cancelled: .cancelled
      case .unusableAddress: .invalidURL(why: "the HTTP library cannot read it")
      case .unresolvedHost: .unresolved(host: address.host)
      case .unreachableHost(let why): .unreachable(address.host, port: address.port, why: why)
      case .connectTimeout: .timedOut(.connect, limits.connect)
      case .idleTimeout: .timedOut(.idle, limits.idle)
      case .interrupted: .interrupted
      case .untrustedCertificate(let why): .untrusted(why: why)
      case .failedHandshake(let why): .handshake(why: why)
      case .unusableAuthority: .unusableAuthority
      case .missingAuthorities(let why): .missingAuthorities(why: why)
      case .notHTTP(let why): .notHTTP(why: why)
      case .headTooLarge: .headTooLarge
      case .bodyTooLarge: .tooLarge(limit: limits.bytes)
      case .brokenEncoding: .brokenEncoding
      case .missingLibrary(let why, let fix): .missingLibrary(why: why, fix: fix)
      case .other(let text): .other(text)
      }
  }
}
