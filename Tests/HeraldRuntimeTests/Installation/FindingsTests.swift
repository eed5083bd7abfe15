import Foundation
import Herald
import HeraldLog
import HeraldRuntime
import Testing

@Suite("What an installation reports")
struct FindingsTests {
  @Test("An installation reports a misspelt property, and the one that its policy misses, once each")
  func propertiesAreReported() async throws {
    let phone = try TestPhone()
    phone.publisher.publish(Publisher.document(.force))
    let app = phone.installation()
    await app.launched(properties: ["appPackageName": "a", "appVersion": "1.0"])
    await app.check(.manual)
    let findings = phone.findings.value
    #expect(findings.map(\.code.name) == ["unknownProperty", "missingProperty"])
    #expect(findings.first?.fix == "did you mean `appVersionName`?")
    #expect(findings.last?.what.hasPrefix("`appVersionName`") == true)
    #expect(findings.last?.fix.contains("at the launch") == true)
  }

  @Test("An installation that tells no package name reports that, and not only that the policy is another app's")
  func missingPackageNameIsReported() async throws {
    let phone = try TestPhone()
    phone.publisher.publish(Publisher.document(.force))
    let app = phone.installation()
    await app.launched(properties: ["appVersionName": "1.0"])
    await app.check(.manual)
    let codes = phone.findings.value.map(\.code.name)
    #expect(codes == ["otherPackage", "missingProperty", "otherPackage"])
  }

  @Test("An installation with all properties that its policy asks for reports nothing")
  func nothingIsReportedWithoutAProblem() async throws {
    let phone = try TestPhone()
    phone.publisher.publish(Publisher.document(.force))
    let app = phone.installation()
    #expect(await app.launched(properties: TestPhone.old).outcome == .force)
    #expect(phone.findings.value.isEmpty)
  }

  @Test("An installation reports a fetch that failed, a document that is refused, and one with mistakes")
  func failuresAreReported() async throws {
    let phone = try TestPhone()
    let app = phone.installation()
    phone.publisher.fails("timeout")
    await app.launched(properties: TestPhone.old)
    #expect(phone.findings.value.map(\.code.name) == ["timeout"])
    phone.publisher.publish("{")
    await app.check(.manual)
    #expect(phone.findings.value.map(\.code.name).contains("invalidJSON"))
    let before = phone.findings.value.count
    phone.publisher.publish(#"{"packageName":"a","updates":[{"id":1,"targetVersion":2}]}"#)
    await app.check(.manual)
    #expect(phone.findings.value.count > before)
  }

  @Test("A damaged ledger is set aside and a new one begun where the app chose so", arguments: [true, false])
  func damagedLedgerIsSetAside(setsAside: Bool) async throws {
    let phone = try TestPhone()
    let junk = Data(repeating: 0x78, count: 9000)
    try junk.write(to: URL(fileURLWithPath: phone.ledger))
    phone.publisher.publish(Publisher.document(.force))
    let app = phone.installation(damagedLedger: setsAside ? .setAside : .leave)
    let result = await app.launched(properties: TestPhone.old)
    let kept = try #require(
      FileManager.default.contentsOfDirectory(atPath: phone.folder.path).first { $0.hasPrefix("phone.sqlite") })
    guard setsAside else {
      #expect(result.outcome == .failed)
      #expect(phone.findings.value.contains { $0.code.name == "notALedger" })
      #expect(try Data(contentsOf: URL(fileURLWithPath: phone.ledger)) == junk)
      #expect(kept == "phone.sqlite")
      return
    }
    #expect(result.outcome == .force)
    let finding = try #require(phone.findings.value.first)
    #expect(finding.code.name == "ledgerSetAside")
    #expect(try Data(contentsOf: URL(fileURLWithPath: try #require(finding.file))) == junk)
    #expect(try phone.types().first == "app.launched")
    #expect(await app.foregrounded() == nil)
  }

  @Test("The log that an installation writes is the ledger's lines, and replays to the same state")
  func logIsTheLedger() async throws {
    let phone = try TestPhone()
    phone.publisher.publish(Publisher.document(.optional))
    let app = phone.installation()
    await app.launched(properties: TestPhone.old)
    await app.backgrounded()
    let file = phone.path("for-support.jsonl")
    let count = try await app.writeLog(to: file)
    let lines = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n").map(String.init)
    #expect(lines == (try phone.lines()))
    #expect(lines.count == count)
    #expect(count > 2)
  }
}
