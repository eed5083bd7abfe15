import HeraldFetch
import SystemPackage

/// The failure of a transfer, as libcurl reports it.
struct CurlFailure {
  /// nil for a code that means nothing to Herald.
  let code: CurlCode?
  /// libcurl's words.
  let text: String
  /// The system's error number; 0 where the system was not the reason.
  let systemError: Int32
  /// The status with which a proxy answered to `CONNECT`; 0 without one.
  let proxyStatus: Int
  /// The number of connections that were made.
  let connectionCount: Int
  /// The TLS library's verdict on the certificate; nil where libcurl does not pass it on.
  let verifyResult: Int?
  let hasHead: Bool
  let hasOwnAuthorities: Bool
}

extension TransportError {
  /// Maps libcurl's codes. Their texts differ between versions and TLS libraries, so they decide where a code means two
  /// things only.
  init(_ failure: CurlFailure) {
    let text = failure.text
    self =
      switch failure.code {
      case .malformedURL: .unusableAddress
      case .unresolvedHost: .unresolvedHost
      case .unresolvedProxy: .unreachableHost(why: "the proxy's name was not found")
      case .proxy: .unreachableHost(why: "the proxy fails: `\(text)`")
      case .cannotConnect: Self.connecting(failure)
      case .timedOut: .connectTimeout
      case .partialFile, .nothingReceived, .sending, .http2Stream: .interrupted
      case .receiving, .writing: Self.receiving(failure)
      case .weirdReply, .transferEncoding: .notHTTP(why: "it cannot be read: `\(text)`")
      case .unsupportedProtocol where failure.connectionCount > 0, .badArgument where failure.connectionCount > 0:
        .notHTTP(why: "it cannot be read: `\(text)`")
      case .http2: .notHTTP(why: "it breaks the rules of HTTP/2: `\(text)`")
      case .outOfMemory where !failure.hasHead, .tooLarge where !failure.hasHead: .headTooLarge
      case .handshake, .cipher, .clientCertificate, .closingTLS:
        .failedHandshake(why: "the TLS library says `\(text)`")
      case .peerCertificate, .untrusted, .issuer, .certificateStatus: .untrustedCertificate(why: Self.distrust(failure))
      case .authorityFile where failure.hasOwnAuthorities: .unusableAuthority
      case .authorityFile: .missingAuthorities(why: "libcurl says `\(text)`")
      default: .other(text)
      }
  }

  private static func connecting(_ failure: CurlFailure) -> Self {
    switch Errno(rawValue: failure.systemError) {
    case .timedOut: .connectTimeout
    case Errno(rawValue: 0): .unreachableHost(why: "libcurl says `\(failure.text)`")
    case let errno: .unreachableHost(why: "the system says: \(errno)")
    }
  }

  /// The same codes stand for a connection that broke, a proxy that refuses, and chunks or headers against the rules.
  private static func receiving(_ failure: CurlFailure) -> Self {
    let text = failure.text.lowercased()
    if failure.proxyStatus >= 300 {
      return .unreachableHost(why: "the proxy answers with status \(failure.proxyStatus)")
    }
    if text.contains("response header") { return .headTooLarge }
    return text.contains("chunk") ? .notHTTP(why: "it cannot be read: `\(failure.text)`") : .interrupted
  }

  /// OpenSSL's verdict stays 1, GnuTLS's 0, where the certificate is valid and only the name differs.
  private static func distrust(_ failure: CurlFailure) -> String {
    switch failure.verifyResult {
    case 0, 1: "it is a certificate for another host"
    case nil: "it is not from an authority that is trusted here, not valid today, or for another host"
    default: "it is not from an authority that is trusted here, or not valid today"
    }
  }
}
