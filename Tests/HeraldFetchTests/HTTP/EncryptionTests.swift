import Herald
import HeraldFetch
import Testing

@Suite("TLS")
struct EncryptionTests {
  private func outcome(
    certificate: String?, trusted: [String], host: String = "127.0.0.1", over transport: TestTransport,
    _ answer: @escaping TestServer.Answer = { _ in answer("200 OK", [], "{}") }
  ) async throws -> FetchOutcome {
    let options = HTTPOptions.patient.with { $0.trustedAuthorities = trusted }
    return try await TestServer.serving(certificate: certificate, answer) { server in
      await transport.source(server.url(scheme: "https", host: host), options: options).fetch(FetchRequest())
    }
  }

  @Test(
    "A certificate for the host from a trusted authority is accepted", arguments: ["127.0.0.1", "localhost"],
    TestTransport.allCases(butOnLinux: .takesNoAuthorities))
  func trustedCertificateIsAccepted(host: String, over transport: TestTransport) async throws {
    let outcome = try await outcome(
      certificate: TestCertificates.loopback, trusted: [TestCertificates.loopback], host: host, over: transport)
    #expect(outcome == .document(text: "{}", Validators()))
  }

  @Test("A self-signed certificate is refused", arguments: TestTransport.allCases(butOnLinux: .takesNoAuthorities))
  func selfSignedCertificateIsRefused(over transport: TestTransport) async throws {
    for trusted in [[], [TestCertificates.elsewhere]] {
      let outcome = try await outcome(certificate: TestCertificates.loopback, trusted: trusted, over: transport)
      #expect(outcome.summary == "tls untrustedCertificate")
      #expect(outcome.failure?.diagnostic.why.contains("not from an authority that is trusted here") == true)
    }
  }

  @Test("A certificate for another host is refused", arguments: TestTransport.allCases(butOnLinux: .takesNoAuthorities))
  func otherHostsCertificateIsRefused(over transport: TestTransport) async throws {
    let outcome = try await outcome(
      certificate: TestCertificates.elsewhere, trusted: [TestCertificates.elsewhere], host: "localhost", over: transport
    )
    #expect(outcome.summary == "tls untrustedCertificate")
    #expect(outcome.failure?.diagnostic.why == "it is a certificate for another host")
  }

  @Test("An expired certificate is refused", arguments: TestTransport.allCases(butOnLinux: .takesNoAuthorities))
  func expiredCertificateIsRefused(over transport: TestTransport) async throws {
    let outcome = try await outcome(
      certificate: TestCertificates.expired, trusted: [TestCertificates.expired], host: "localhost", over: transport)
    #expect(outcome.summary == "tls untrustedCertificate")
    #expect(outcome.failure?.diagnostic.why.contains("not valid today") == true)
  }

  @Test(
    "A port without TLS is not an encrypted connection",
    arguments: TestTransport.allCases(butOnLinux: .takesNoAuthorities))
  func portWithoutTLSIsNotEncrypted(over transport: TestTransport) async throws {
    let outcome = try await TestServer.serving(greeting: [.send(head("400 Bad Request"))], { _ in [] }) { server in
      await transport.source(server.url(scheme: "https")).fetch(FetchRequest())
    }
    #expect(outcome.summary == "tls failedHandshake")
    #expect(outcome.failure?.diagnostic.why.hasPrefix("the TLS library says `") == true)
  }

  @Test(
    "A redirect from HTTPS to plain HTTP is refused, even on the device itself",
    arguments: TestTransport.allCases(butOnLinux: .takesNoAuthorities))
  func redirectToPlainHTTPIsRefused(over transport: TestTransport) async throws {
    try await TestServer.serving({ _ in answer("200 OK", [], "{}") }) { plain in
      let url = plain.url()
      let outcome = try await outcome(
        certificate: TestCertificates.loopback, trusted: [TestCertificates.loopback], over: transport
      ) { _ in answer("301 Moved", ["Location: \(url)"]) }
      #expect(outcome.summary == "insecure 301 redirectToPlainHTTP")
      #expect(outcome.failure?.diagnostic.what.contains(url) == true)
      #expect(plain.requests.isEmpty)
    }
  }

  @Test(
    "A body that ends without TLS's closing alert is incomplete",
    arguments: TestTransport.allCases(butOnLinux: .takesNoAuthorities))
  func truncatedTLSBodyIsIncomplete(over transport: TestTransport) async throws {
    let outcome = try await outcome(
      certificate: TestCertificates.loopback, trusted: [TestCertificates.loopback], over: transport
    ) { _ in
      [.send(head("200 OK", ["Content-Length: 10"]) + "{}"), .reset]
    }
    #expect(outcome.summary == "interrupted interrupted")
  }

  @Test(
    "An unreadable certificate authority is reported, and nothing is sent",
    arguments: TestTransport.allCases(butOnLinux: .takesNoAuthorities))
  func unusableAuthorityIsReported(over transport: TestTransport) async throws {
    for text in ["", "no certificate", "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----"] {
      let outcome = try await outcome(certificate: TestCertificates.loopback, trusted: [text], over: transport)
      #expect(outcome.summary == "tls unusableAuthority")
    }
  }
}
