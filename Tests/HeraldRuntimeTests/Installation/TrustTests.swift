import Herald
import HeraldFetch
import HeraldFormats
import HeraldLog
import HeraldRuntime
import HeraldTestSupport
import Testing

@Suite("An app that trusts keys")
struct InstallationTrustTests {
  private static let key = TestKey(1)
  private static let policy = Publisher.document(.optional)

  /// A signature of the policy, valid for some hours from the phone's clock on.
  private func signature(_ phone: TestPhone, hours: Int64, of document: String = policy) -> String {
    let expires = Timestamp(milliseconds: phone.clock.value.moment.milliseconds + hours * 3_600_000)
    return Self.key.file(document, "package:a expires:\(expires)").string
  }

  private func installation(_ phone: TestPhone) throws -> Installation {
    phone.installation(trust: try Trust(keys: [Self.key.publicKey]))
  }

  @Test("A check asks for the signature, stores it, and shows the prompt of a signed policy alone")
  func signedPolicyIsShown() async throws {
    let phone = try TestPhone()
    let app = try installation(phone)
    phone.publisher.answers(.document(text: Self.policy, Validators()))
    let unsigned = await app.launched(properties: TestPhone.old)
    #expect(unsigned.outcome == .failed)
    #expect(unsigned.failure?.reason == "unsigned")
    phone.publisher.answers(.document(text: Self.policy, Validators(), signature: signature(phone, hours: 24)))
    #expect(await app.check(.manual).outcome == .optional)
    #expect(phone.publisher.requests.value.map(\.wantsSignature) == [true, true])
    #expect(try phone.lines().count { $0.contains(#""trust":{"keys":["#) } == 1)
    #expect(try phone.lines().count { $0.contains(#""signature":"untrusted comment"#) } == 1)
  }

  @Test("What the app decided is what a replay of its ledger decides, also after a restart")
  func replayDecidesTheSame() async throws {
    let phone = try TestPhone()
    let first = try installation(phone)
    phone.publisher.answers(.document(text: Self.policy, Validators(), signature: signature(phone, hours: 1)))
    await first.launched(properties: TestPhone.old)
    await first.chose(.later)
    try await first.close()
    phone.wait(hours: 2)
    let second = try installation(phone)
    phone.publisher.answers(.notModified(Validators()))
    #expect(await second.check(.schedule).decision?.considered.map(\.failed) == [.fresh])
    let decided = phone.steps.value.map { $0.decision?.reason }
    #expect(try phone.replayed().map { $0.decision?.reason } == decided)
    #expect(await second.state == (try phone.replayed().last?.state))
  }

  @Test("A 304 with a new signature renews the policy, and one that came before is not stored again")
  func notModifiedRenews() async throws {
    let phone = try TestPhone()
    let app = try installation(phone)
    let first = signature(phone, hours: 1)
    phone.publisher.answers(.document(text: Self.policy, Validators(etag: "1"), signature: first))
    await app.launched(properties: TestPhone.old)
    phone.publisher.answers(.notModified(Validators(), signature: first))
    await app.check(.schedule)
    phone.wait(hours: 2)
    phone.publisher.answers(.notModified(Validators(), signature: signature(phone, hours: 1)))
    await app.check(.schedule)
    #expect(await app.state.policy?.signature?.isRenewed == true)
    #expect(try phone.lines().count { $0.contains(#""signature":"#) } == 2)
  }

  @Test("A signature that renews nothing is reported")
  func uselessRenewalIsReported() async throws {
    let phone = try TestPhone()
    let app = try installation(phone)
    phone.publisher.answers(.document(text: Self.policy, Validators(etag: "1"), signature: signature(phone, hours: 1)))
    await app.launched(properties: TestPhone.old)
    phone.publisher.answers(.notModified(Validators(), signature: signature(phone, hours: 2, of: "{}")))
    await app.check(.schedule)
    #expect(phone.findings.value.map(\.code.name).contains("nothingRenewed"))
  }

  @Test("A policy from before the app trusted keys is fetched again, whatever the server's validators")
  func unsignedPolicyIsFetchedAgain() async throws {
    let phone = try TestPhone()
    let old = phone.installation()
    phone.publisher.answers(.document(text: Self.policy, Validators(etag: "1")))
    await old.launched(properties: TestPhone.old)
    try await old.close()
    let app = try installation(phone)
    phone.publisher.answers(
      .document(text: Self.policy, Validators(etag: "1"), signature: signature(phone, hours: 1)))
    await app.launched(properties: TestPhone.old)
    await app.check(.schedule)
    #expect(phone.publisher.requests.value.map(\.validators?.etag) == [nil, nil, "1"])
    #expect(await app.state.policy?.signature != nil)
  }
}
