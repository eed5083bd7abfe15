import Herald
import HeraldFetch
import Testing

@Suite struct EncryptionTests {
  private func outcome(
    certificate: String?, trusted: [String], host: String = "127.0.0.1",
    _ answer: @escaping TestServer.Answer = { _ in answer("200 OK", [], "{}") }
  ) async throws -> FetchOutcome {
    let options = HTTPOptions.patient.with { $0.trustedAuthorities = trusted }
    return try await TestServer.serving(certificate: certificate, answer) { server in
      await HTTPSource(server.url(scheme: "https", host: host), options: options).fetch(FetchRequest())
    }
  }

  @Test("a certificate of the host from a trusted authority is accepted", arguments: ["127.0.0.1", "localhost"])
  func trusted(host: String) async throws {
    let outcome = try await outcome(
      certificate: TestCertificates.loopback, trusted: [TestCertificates.loopback], host: host)
    #expect(outcome == .document(text: "{}", Validators()))
  }

  @Test("a certificate that signs itself is refused")
  func selfSigned() async throws {
    for trusted in [[], [TestCertificates.elsewhere]] {
      let outcome = try await outcome(certificate: TestCertificates.loopback, trusted: trusted)
      #expect(outcome.summary == "tls untrustedCertificate")
      #expect(outcome.failure?.diagnostic.why.contains("not from an authority that is trusted here") == true)
    }
  }

  @Test("a certificate of another host is refused")
  func wrongHost() async throws {
    let outcome = try await outcome(
      certificate: TestCertificates.elsewhere, trusted: [TestCertificates.elsewhere], host: "localhost")
    #expect(outcome.summary == "tls untrustedCertificate")
    #expect(outcome.failure?.diagnostic.why == "it is a certificate for another host")
  }

  @Test("a certificate of the past is refused")
  func expired() async throws {
    let outcome = try await outcome(
      certificate: TestCertificates.expired, trusted: [TestCertificates.expired], host: "localhost")
    #expect(outcome.summary == "tls untrustedCertificate")
    #expect(outcome.failure?.diagnostic.why.contains("not valid today") == true)
  }

  @Test("a port without TLS is no encrypted connection")
  func plain() async throws {
    let outcome = try await TestServer.serving(greeting: [.send(head("400 Bad Request"))], { _ in [] }) { server in
      await HTTPSource(server.url(scheme: "https"), options: .patient).fetch(FetchRequest())
    }
    #expect(outcome.summary == "tls failedHandshake")
    #expect(outcome.failure?.diagnostic.why.contains("WRONG_VERSION_NUMBER") == true)
  }

  @Test("no redirect leads from HTTPS to plain HTTP, not even on the device itself")
  func downgrade() async throws {
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

  @Test("a body that ends without a goodbye of TLS is not complete")
  func truncated() async throws {
    let outcome = try await outcome(certificate: TestCertificates.loopback, trusted: [TestCertificates.loopback]) { _ in
      [.send(head("200 OK", ["Content-Length: 10"]) + "{}"), .reset]
    }
    #expect(outcome.summary == "interrupted interrupted")
  }

  @Test("an authority that is no certificate is said so, and nothing is asked")
  func unusableAuthority() async throws {
    for text in ["", "no certificate", "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----"] {
      let outcome = try await outcome(certificate: TestCertificates.loopback, trusted: [text])
      #expect(outcome.summary == "tls unusableAuthority")
    }
  }
}
