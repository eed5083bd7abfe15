import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import NIOHTTP2
import NIOHTTPCompression
import NIOPosix
import NIOSSL
import SystemPackage

#if canImport(Network)
  import Network
#endif

extension FetchFault {
  /// Maps an error of the HTTP client, or of the libraries below it, to a fault.
  init(_ error: any Error, from address: WebAddress, _ limits: HTTPOptions.Limits) {
    self =
      switch error {
      case is CancellationError: .cancelled
      case let error as HTTPClientError: Self.client(error, limits)
      case let error as HTTPParserError: Self.parser(error)
      case let error as NIOConnectionError: Self.connecting(error, to: address, limits)
      case let error as ChannelError: Self.channel(error, limits)
      case let error as IOError: Self.system(Errno(rawValue: error.errnoCode), address, limits)
      case let error as NIOHTTP2Errors.StreamError: Self(error.baseError, from: address, limits)
      case let error as any NIOHTTP2Error: Self.framing(error)
      case NIOSSLError.uncleanShutdown: .interrupted
      case NIOHTTPDecompression.DecompressionError.limit: .tooLarge(limit: limits.bytes)
      case is NIOHTTPDecompression.DecompressionError, is NIOHTTPDecompression.ExtraDecompressionError: .brokenEncoding
      default: Self.encryption(error) ?? Self.network(error, address) ?? .other(error)
      }
  }

  private static func client(_ error: HTTPClientError, _ limits: HTTPOptions.Limits) -> Self {
    switch error {
    case .cancelled, .requestStreamCancelled: .cancelled
    case .connectTimeout, .getConnectionFromPoolTimeout, .tlsHandshakeTimeout: .timedOut(.connect, limits.connect)
    case .readTimeout, .writeTimeout: .timedOut(.idle, limits.idle)
    case .deadlineExceeded: .timedOut(.total, limits.total)
    case .remoteConnectionClosed: .interrupted
    default: .other(error)
    }
  }

  private static func parser(_ error: HTTPParserError) -> Self {
    switch error {
    case .invalidEOFState: .interrupted
    case .headerOverflow: .headTooLarge
    default: .notHTTP(why: "it cannot be read: `\(error)`")
    }
  }

  /// Errors of HTTP/2's framing.
  private static func framing(_ error: any NIOHTTP2Error) -> Self {
    switch error {
    case is NIOHTTP2Errors.StreamClosed, is NIOHTTP2Errors.IOOnClosedConnection: .interrupted
    case is NIOHTTP2Errors.ExcessivelyLargeHeaderBlock: .headTooLarge
    default: .notHTTP(why: "it breaks the rules of HTTP/2: `\(error)`")
    }
  }

  private static func channel(_ error: ChannelError, _ limits: HTTPOptions.Limits) -> Self {
    switch error {
    case .connectTimeout: .timedOut(.connect, limits.connect)
    case .eof, .ioOnClosedChannel, .alreadyClosed, .inputClosed, .outputClosed: .interrupted
    default: .other(error)
    }
  }

  /// The fault after all addresses of the host failed.
  private static func connecting(
    _ error: NIOConnectionError, to address: WebAddress, _ limits: HTTPOptions.Limits
  ) -> Self {
    guard let last = error.connectionErrors.last?.error else { return .unresolved(host: address.host) }
    if case .connectTimeout? = last as? ChannelError { return .timedOut(.connect, limits.connect) }
    guard let last = last as? IOError else {
      return .unreachable(address.host, port: address.port, why: "the system says: \(last)")
    }
    return unreachable(Errno(rawValue: last.errnoCode), address, limits)
  }

  /// A connection that broke, or was never established.
  private static func system(_ errno: Errno, _ address: WebAddress, _ limits: HTTPOptions.Limits) -> Self {
    switch errno {
    case .connectionReset, .brokenPipe, .connectionAbort, .socketNotConnected: .interrupted
    default: unreachable(errno, address, limits)
    }
  }

  private static func unreachable(_ errno: Errno, _ address: WebAddress, _ limits: HTTPOptions.Limits) -> Self {
    if errno == .timedOut { return .timedOut(.connect, limits.connect) }
    return .unreachable(address.host, port: address.port, why: "the system says: \(errno)")
  }

  private static func encryption(_ error: any Error) -> Self? {
    if error as? NIOSSLExtraError == .failedToValidateHostname {
      return .untrusted(why: "it is a certificate for another host")
    }
    guard error is NIOSSLError || error is NIOSSLExtraError || error is BoringSSLError else { return nil }
    let text = "\(error)"
    if text.contains("CERTIFICATE_VERIFY_FAILED") {
      return .untrusted(why: "it is not from an authority that is trusted here, or not valid today")
    }
    // BoringSSL's reason, without the position in its source.
    let reason = text.firstRange(of: "OPENSSL_internal:").map { text[$0.upperBound...].prefix { $0 != " " } }
    return .handshake(why: "the TLS library says `\(reason ?? Substring(text.prefix { $0 != "(" }))`")
  }

  /// Apple's Network framework has errors of its own.
  private static func network(_ error: any Error, _ address: WebAddress) -> Self? {
    #if canImport(Network)
      switch error {
      case let error as HTTPClient.NWTLSError where distrust.contains(Int(error.status)):
        return .untrusted(why: "the system says: \(error)")
      case is HTTPClient.NWTLSError: return .handshake(why: "the system says: \(error)")
      case let error as HTTPClient.NWPOSIXError where error.errorCode == .ECONNRESET: return .interrupted
      case is HTTPClient.NWPOSIXError:
        return .unreachable(address.host, port: address.port, why: "the system says: \(error)")
      case is NWError: return .unresolved(host: address.host)
      default: return nil
      }
    #else
      return nil
    #endif
  }

  #if canImport(Network)
    /// Secure Transport's codes for certificates: chain, bad, unknown root, no root, expired, not yet valid, host.
    private static let distrust = [-9807, -9808, -9812, -9813, -9814, -9815, -9843]
  #endif
}
