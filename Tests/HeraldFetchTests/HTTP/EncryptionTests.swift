import Herald
import HeraldFetch
import Testing

@Suite("TLS")
struct EncryptionTests {
  private func outcome(
    certificate: String?, trusted: [String], host: String = "127.0.0.1",
    _ answer: @escaping TestServer.Answer = { _ in answer("200 OK", [], "{}") }
  ) async throws -> FetchOutcome {
    let options = HTTPOptions.patient.with { $0.trustedAuthorities = trusted }
    return try await TestServer.serving(certificate: certificate, answer) { server in
      await HTTPSource(server.url(scheme: "https", host: host), options: options).fetch(FetchRequest())
    }
  }

  @Test("A certificate for the host from a trusted authority is accepted", arguments: ["127.0.0.1", "localhost"])
  func trustedCertificateIsAccepted(host: String) async throws {
    let outcome = try await outcome(
      certificate: TestCertificates.loopback, trusted: [TestCertificates.loopback], host: host)
    #expect(outcome == .document(text: "{}", Validators()))
  }

  @Test("A self-signed certificate is refused")
  func selfSignedCertificateIsRefused() async throws {
    for trusted in [[], [TestCertificates.elsewhere]] {
      let outcome = try await outcome(certificate: TestCertificates.loopback, trusted: trusted)
      #expect(outcome.summary == "tls untrustedCertificate")
      #expect(outcome.failure?.diagnostic.why.contains("not from an authority that is trusted here") == true)
    }
  }

  @Test("A certificate for another host is refused")
  func otherHostsCertificateIsRefused() async throws {
    let outcome = try await outcome(
      certificate: TestCertificates.elsewhere, trusted: [TestCertificates.elsewhere], host: "localhost")
    #expect(outcome.summary == "tls untrustedCertificate")
    #expect(outcome.failure?.diagnostic.why == "it is a certificate for another host")
  }

  @Test("An expired certificate is refused")
  func expiredCertificateIsRefused() async throws {
    let outcome = try await outcome(
      certificate: TestCertificates.expired, trusted: [TestCertificates.expired], host: "localhost")
    #expect(outcome.summary == "tls untrustedCertificate")
    #expect(outcome.failure?.diagnostic.why.contains("not valid today") == true)
  }

  @Test("A port without TLS is not an encrypted connection")
  func portWithoutTLSIsNotEncrypted() async throws {
    let outcome = try await TestServer.serving(greeting: [.send(head("400 Bad Request"))], { _ in [] }) { server in
      await HTTPSource(server.url(scheme: "https"), options: .patient).fetch(FetchRequest())
    }
    #expect(outcome.summary == "tls failedHandshake")
    #expect(outcome.failure?.diagnostic.why.contains("WRONG_VERSION_NUMBER") == true)
  }

  @Test("A redirect from HTTPS to plain HTTP is refused, even on the device itself")
  func redirectToPlainHTTPIsRefused() async throws {
    try await TestServer.serving({ _ in answer("200 OK", [], "{}") }) { plain in
      let url = plain.url()
      let outcome = try await outcome(
        certificate: TestCertificates.loopback, trusted: [TestCertificates.loopback]
      ) { _ in answer("301 Moved", ["Location: \(url)"]) }
      #expect(outcome.summary == "insecure 301 redirectToPlainHTTP")
      #expect(outcome.failure?.diagnostic.what.contains(url) == true)
      #expect(plain.requests.isEmpty)
    }
  }

  @Test("A body that ends without TLS's closing alert is incomplete")
  func truncatedTLSBodyIsIncomplete() async throws {
    let outcome = try await outcome(certificate: TestCertificates.loopback, trusted: [TestCertificates.loopback]) { _ in
      [.send(head("200 OK", ["Content-Length: 10"]) + "{}"), .reset]
    }
    #expect(outcome.summary == "interrupted interrupted")
  }

  @Test("An unreadable certificate authority is reported, and nothing is sent")
  func unusableAuthorityIsReported() async throws {
    for text in ["", "no certificate", "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----"] {
      let outcome = try await outcome(certificate: TestCertificates.loopback, trusted: [text])
      #expect(outcome.summary == "tls unusableAuthority")
    }
  }
}
