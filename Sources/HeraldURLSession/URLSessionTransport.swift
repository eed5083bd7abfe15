import Foundation
public import HeraldFetch

/// Sends requests through `URLSession`: the HTTP of Apple's systems, with the system's proxy, profiles, VPN and App Transport
/// Security.
///
/// ```swift
/// let source = HTTPSource("https://updates.example.com/policy.json", over: .urlSession)
/// ```
///
/// Each request has an ephemeral session without cache and cookies. `URLSession` does not say when a connection is
/// established, so ``HTTPOptions/Limits/idle`` counts from the beginning, and ``HTTPOptions/Limits/connect`` is not used.
///
/// It compiles on Linux for the tests alone: `URLSession` there ends the process where a server answers without a head,
/// takes no authorities of your own, and sends a request to the device itself through the environment's proxy. Use
/// `HeraldCurl`.
public struct URLSessionTransport: HTTPTransport {
  /// Makes a transport.
  public init() {}

  /// Sends the request. It ends promptly where the task is cancelled.
  public func exchange(_ request: TransportRequest) async throws(TransportError) -> TransportAnswer {
    guard let url = URL(string: request.url) else { throw .unusableAddress }
    #if !canImport(Security)
      guard request.trustedAuthorities.isEmpty else {
        throw .other("URLSession on this system takes no authorities but its own")
      }
    #endif
    return try await SessionTask(request).answer(from: url).get()
  }
}

extension HTTPTransport where Self == URLSessionTransport {
  /// The system's `URLSession`.
  public static var urlSession: URLSessionTransport { URLSessionTransport() }
}

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension TransportError {
  /// Maps an error of `URLSession`.
  init(_ error: any Error) {
    let text = error.localizedDescription
    guard let code = (error as? URLError)?.code else {
      self = .other(text)
      return
    }
    self =
      switch code {
      case .cancelled: .cancelled
      case .badURL, .unsupportedURL: .unusableAddress
      case .cannotFindHost, .dnsLookupFailed: .unresolvedHost
      case .cannotConnectToHost, .notConnectedToInternet, .internationalRoamingOff, .dataNotAllowed, .callIsActive:
        .unreachableHost(why: "the system says: \(text)")
      case .timedOut: .idleTimeout
      case .networkConnectionLost: .interrupted
      case .secureConnectionFailed, .clientCertificateRequired, .clientCertificateRejected:
        .failedHandshake(why: "the system says: \(text)")
      case .serverCertificateHasBadDate, .serverCertificateNotYetValid, .serverCertificateUntrusted,
        .serverCertificateHasUnknownRoot:
        .untrustedCertificate(why: "the system says: \(text)")
      case .cannotDecodeRawData, .cannotDecodeContentData: .brokenEncoding
      case .badServerResponse, .cannotParseResponse, .redirectToNonExistentLocation:
        .notHTTP(why: "the system says: \(text)")
      default: .other(text)
      }
  }
}
