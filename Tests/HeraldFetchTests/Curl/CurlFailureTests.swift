import Foundation
import HeraldFetch
import Testing

@testable import HeraldCurl

/// What no server on loopback brings about: other TLS libraries, proxies, other versions of libcurl.
@Suite("Errors of libcurl")
struct CurlFailureTests {
  private func error(
    _ code: CurlCode?, _ text: String = "libcurl's words", systemError: Int32 = 0, proxyStatus: Int = 0,
    connectionCount: Int = 1, verifyResult: Int? = 0, hasHead: Bool = false, hasOwnAuthorities: Bool = false
  ) -> TransportError {
    TransportError(
      CurlFailure(
        code: code, text: text, systemError: systemError, proxyStatus: proxyStatus, connectionCount: connectionCount,
        verifyResult: verifyResult, hasHead: hasHead, hasOwnAuthorities: hasOwnAuthorities))
  }

  @Test("A refused certificate is another host's where the TLS library found nothing else", arguments: [0, 1])
  func validCertificateIsAnotherHosts(verifyResult: Int) {
    let expected = TransportError.untrustedCertificate(why: "it is a certificate for another host")
    #expect(error(.untrusted, verifyResult: verifyResult) == expected)
  }

  @Test("A refused certificate is not trusted or not valid where the TLS library says so")
  func invalidCertificateIsNotTrusted() {
    let expected = TransportError.untrustedCertificate(
      why: "it is not from an authority that is trusted here, or not valid today")
    #expect(error(.untrusted, verifyResult: 18) == expected)
  }

  @Test("Where libcurl passes no verdict on, the error names all reasons to refuse a certificate")
  func refusalWithoutVerdictNamesAllReasons() {
    let expected = TransportError.untrustedCertificate(
      why: "it is not from an authority that is trusted here, not valid today, or for another host")
    #expect(error(.untrusted, verifyResult: nil) == expected)
  }

  @Test("A proxy that is not found, fails or refuses is a host that cannot be connected to")
  func failingProxyIsUnreachable() {
    #expect(error(.unresolvedProxy) == .unreachableHost(why: "the proxy's name was not found"))
    #expect(error(.proxy) == .unreachableHost(why: "the proxy fails: `libcurl's words`"))
    #expect(
      error(.receiving, proxyStatus: 407) == .unreachableHost(why: "the proxy answers with status 407"))
  }

  @Test("Authorities that cannot be read are the request's own, or the system's")
  func unreadableAuthoritiesAreTheRequestsOrTheSystems() {
    #expect(error(.authorityFile, hasOwnAuthorities: true) == .unusableAuthority)
    #expect(error(.authorityFile) == .missingAuthorities(why: "libcurl says `libcurl's words`"))
  }

  @Test("A connection that the system gave up is a timeout, and any other failure names the system's reason")
  func systemErrorDecidesAboutConnections() {
    #expect(error(.cannotConnect, systemError: ETIMEDOUT) == .connectTimeout)
    #expect(
      error(.cannotConnect, systemError: EHOSTUNREACH) == .unreachableHost(why: "the system says: No route to host"))
    #expect(error(.cannotConnect) == .unreachableHost(why: "libcurl says `libcurl's words`"))
  }

  @Test("Too large headers are told from a lack of memory, in each version's code")
  func largeHeadersAreTold() {
    #expect(error(.outOfMemory) == .headTooLarge)
    #expect(error(.tooLarge) == .headTooLarge)
    #expect(error(.receiving, "Too large response headers: 300001 > 300000") == .headTooLarge)
    #expect(error(.outOfMemory, hasHead: true) == .other("libcurl's words"))
  }

  @Test("A protocol that libcurl lacks is not an answer that is not HTTP")
  func missingProtocolIsNotTheServersFault() {
    #expect(error(.unsupportedProtocol, connectionCount: 0) == .other("libcurl's words"))
    #expect(error(.unsupportedProtocol) == .notHTTP(why: "it cannot be read: `libcurl's words`"))
  }

  @Test("NSS is known to keep the authorities of a request", arguments: ["libcurl/7.88.1 NSS/3.87.1 zlib/1.2.13"])
  func nssKeepsAuthorities(version: String) {
    #expect(CurlLibrary(version: version).keepsAuthorities)
  }

  @Test(
    "OpenSSL and GnuTLS forget the authorities of a request", arguments: ["OpenSSL/3.0.19", "GnuTLS/3.7.9 (NSS/3.87)"])
  func othersForgetAuthorities(tlsLibrary: String) {
    #expect(!CurlLibrary(version: "libcurl/7.88.1 " + tlsLibrary).keepsAuthorities)
  }

  @Test(
    "Only those TLS libraries are believed whose verdict libcurl passes on",
    arguments: [
      ("libcurl/7.88.1 OpenSSL/3.0.19 zlib/1.2.13", true), ("libcurl/7.88.1 GnuTLS/3.7.9", true),
      ("libcurl/7.88.1 NSS/3.87.1", false), ("libcurl/8.5.0 mbedTLS/3.5.0 (OpenSSL/3.0.13)", false),
    ])
  func verdictsOfSomeLibrariesAreBelieved(version: String, isBelieved: Bool) {
    #expect(CurlLibrary(version: version).tellsVerifyResult == isBelieved)
  }
}
