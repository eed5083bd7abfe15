import Foundation
import HeraldFetch

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
