import Foundation
import Herald
import HeraldRuntime
import Testing

@Suite("A ledger that is damaged while an app has it open")
struct SetAsideTests {
  @Test("A ledger whose damage only a write finds is set aside, and what waited is the new one's first event")
  func damageFoundByAWriteIsSetAside() async throws {
    let phone = try TestPhone()
    let app = phone.installation(damagedLedger: .setAside)
    await app.launched(properties: TestPhone.old)
    try phone.damageLedger()

    let result = await app.check(.manual)
    #expect(result.outcome == .failed)
    guard case .unrecorded = result.failure else {
      Issue.record("the check does not say that it is not recorded")
      return
    }
    #expect(phone.findings.value.map(\.code.name) == ["ledgerSetAside"])
    let aside = try #require(phone.findings.value.first?.file)
    #expect(FileManager.default.fileExists(atPath: aside))

    await app.launched(properties: TestPhone.old)
    #expect(try phone.types() == ["fetch.succeeded", "app.launched", "fetch.succeeded"])
    #expect(await app.state == (try phone.replayed().last?.state))
  }

  @Test("A ledger whose damage only a write finds stays as it is where the app did not choose otherwise")
  func damageIsLeft() async throws {
    let phone = try TestPhone()
    let app = phone.installation()
    await app.launched(properties: TestPhone.old)
    try phone.damageLedger()
    #expect(await app.check(.manual).outcome == .failed)
    #expect(phone.findings.value.allSatisfy { $0.code.name == "damaged" })
    #expect(phone.findings.value.first?.file == phone.ledger)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: phone.folder.path).allSatisfy { !$0.contains("damaged") })
  }
}
