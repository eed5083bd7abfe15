import Foundation
import HeraldFetch

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
