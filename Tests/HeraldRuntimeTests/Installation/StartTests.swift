import Foundation
import HeraldFetch
import HeraldLog
import HeraldRuntime
import Testing

@Suite("The short start of an installation")
struct StartTests {
  @Test(
    "The app's name and version are those that the installation was made with, where the launch says neither",
    arguments: [
      ([:], ["appPackageName": "a", "appVersionName": "1.0"]),
      (["appVersionName": "2.0"], ["appPackageName": "a", "appVersionName": "2.0"]),
      (["appPackageName": "b", "x-plan": "c"], ["appPackageName": "b", "appVersionName": "1.0", "x-plan": "c"]),
    ] as [([String: String], [String: String])])
  func launchesSayWhatTheyLack(properties: [String: String], launched: [String: String]) async throws {
    let phone = try TestPhone()
    let herald = Installation(
      ledger: phone.ledger, package: "a", version: "1.0", publication: Publication(phone.publisher),
      environment: phone.environment)
    await herald.launched(properties: properties)
    let lines = try phone.lines()
    let line = try #require(lines.first { $0.contains("app.launched") })
    for (name, value) in launched { #expect(line.contains(#""\#(name)":"\#(value)""#)) }
  }

  @Test("A policy in a file forces an update of an app that said its name and version once")
  func aFileIsEnough() async throws {
    let phone = try TestPhone()
    let file = phone.path("policy.json")
    try Publisher.document(.force).write(toFile: file, atomically: true, encoding: .utf8)
    let herald = Installation(
      policy: file, package: "a", version: "1.0", ledger: phone.ledger, presenter: nil, report: { _ in })
    #expect(await herald.launched().outcome == .force)
    #expect(await herald.onScreen != nil)
  }

  @Test("A prompt that comes up where the platform shows none is reported, with its rule")
  func unseenPromptsAreReported() async throws {
    let phone = try TestPhone()
    phone.publisher.publish(Publisher.document(.force))
    let findings = SharedValue<[String]>([])
    let report = Installation.reportUnseen(by: nil) { finding in
      findings.change { $0.append("\(finding.code) \(finding.what)") }
    }
    let herald = Installation(
      ledger: phone.ledger, publication: Publication(phone.publisher), environment: phone.environment, observe: report)
    await herald.launched(properties: TestPhone.old)
    #expect(findings.value == ["noPresenter The prompt `update:1` came up, and nobody shows it."])
  }

  @Test(
    "An address with a host is fetched, and any other one is the path of a file",
    arguments: [
      ("https://example.com/policy.json", true), ("HTTPS://example.com/policy.json", true),
      ("http://example.com/policy.json", true), ("policy.json", false), ("/etc/shop/policy.json", false),
      ("file:///etc/shop/policy.json", false), ("updates/https://policy.json", false), ("", false),
    ])
  func addressesNameHosts(address: String, isFetched: Bool) {
    #expect((Installation.policySource(at: address) is FileSource) == !isFetched)
  }
}
