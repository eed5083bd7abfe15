import Herald
import HeraldFormats
import Testing

@Suite("What an app configures for a store's rules")
struct HouseRulesTests {
  private func rules(_ house: String, _ text: String, as format: ExactString) throws -> [Rule] {
    try read(house, text, as: format).policy().rules
  }

  private func read(_ house: String, _ text: String, as format: ExactString) -> ReadDocument {
    Formats.read(
      Document(text: text, format: format, storeURL: Installed.store, houseRules: HouseRules(json: house)))
  }

  private let all = #"{"displayPeriodInHours":24,"maxDisplayCount":3,"skippable":true,"rollout":12.5}"#
  private let lookup = #"{"results":[{"version":"2.0","description":"[:mav: 1.5]"}]}"#

  @Test("House rules apply to every rule of a store's document but the forced one")
  func houseRulesApplyToAllButForced() throws {
    let rules = try rules(all, lookup, as: "itunes")
    let offer = try #require(rules.last)
    #expect(offer.displayPeriod == 86_400_000)
    #expect(offer.maxDisplayCount == 3)
    #expect(offer.isSkippable)
    #expect(offer.rollout == 1250)
    let force = try #require(rules.first)
    #expect(force.kind == .force)
    #expect(force.displayPeriod == 0)
    #expect(force.maxDisplayCount == nil)
    #expect(!force.isSkippable)
    #expect(force.rollout == 10_000)
  }

  @Test("House rules are not for Herald's own format, whose documents say it themselves")
  func heraldsFormatTakesNone() throws {
    let text = #"{"packageName":"a","updates":[{"id":1,"descriptions":{"en":"x"},"targetWebsiteUrl":"https://h"}]}"#
    let document = read(all, text, as: "herald")
    #expect(try document.policy().rules.first?.displayPeriod == 0)
    #expect(document.codes.isEmpty)
  }

  @Test("A value that a document brings comes before the house rule")
  func documentsValueComesFirst() throws {
    let text = #"{"ios":{"latest_version":"2","notify_last_version_frequency":"ONCE"}}"#
    let rule = try #require(try rules(#"{"maxDisplayCount":9,"rollout":50}"#, text, as: "princeofversions").last)
    #expect(rule.maxDisplayCount == 1)
    #expect(rule.rollout == 5000)
    var installed = Installed("1.0", ["deviceOsName": "ios"])
    #expect(installed.fetch(text, as: "princeofversions", houseRules: #"{"skippable":true}"#) == "optional")
    #expect(installed.prompt?.buttons == [.update, .later, .skip])
  }

  @Test(
    "A house rule that is unknown or cannot be read counts as absent, with a finding",
    arguments: [
      (#"{"displayPeriodInHours":-1}"#, "invalidHouseRule"), (#"{"maxDisplayCount":1.5}"#, "invalidHouseRule"),
      (#"{"skippable":"perhaps"}"#, "invalidHouseRule"), (#"{"rollout":101}"#, "invalidHouseRule"),
      (#"{"displayPeriod":1}"#, "unknownHouseRule"),
      (#"{"deadline":{"at":"2026-12-01","gracInHours":72}}"#, "unknownHouseRule"),
      (#"{"frequencyCaps":[{"cap":1,"periodInHours":1,"x":null}]}"#, nil), (#"{"deadline":{"deferrals":3}}"#, nil),
      (#"{"deadline":{"deferrals":0}}"#, "invalidHouseRule"), (#"{"triggers":[]}"#, "invalidHouseRule"),
      (#"{"triggers":["launch"]}"#, nil), (#"{"rollout":null}"#, nil), ("{}", nil),
      (#"{"displayPeriodInHours":"24","skippable":"TRUE"}"#, nil),
    ] as [(String, String?)])
  func badHouseRuleIsFound(house: String, code: String?) throws {
    let document = read(house, lookup, as: "itunes")
    #expect(document.codes == (code.map { [$0] } ?? []))
    #expect(document.diagnostics.allSatisfy(isComplete))
    #expect(try document.policy().rules.count == 2)
    #expect(try document.policy().rules.last?.maxDisplayCount == nil)
    #expect(try document.policy().rules.last?.rollout == 10_000)
  }

  @Test("A misspelt key within a house rule is named with its place, and the key that was probably meant")
  func misspeltKeyWithinAHouseRuleIsFound() throws {
    let found = try #require(
      read(#"{"deadline":{"at":"2026-12-01","gracInHours":72}}"#, lookup, as: "itunes").diagnostics.first)
    #expect(
      found.what == "The key `gracInHours` at `/deadline/gracInHours` of the house rules is not one that Herald knows.")
    #expect(found.fix == "did you mean `graceInHours`?")
  }

  @Test(
    "A house rule that needs what the document does not say is told with the key that does without",
    arguments: [
      (#"{"phasedRollout":{}}"#, "add `startAt` to `phasedRollout`"),
      (
        #"{"deadline":{"deferrals":2}}"#,
        "give the deadline `at`, in place of `afterFirstShownInHours` and `deferrals`"
      ),
    ])
  func unmetNeedIsToldWithAWayOut(house: String, fix: String) throws {
    let text = #"{"result":"successed","version_info":{"needed_version_update":1}}"#
    let found = read(house, text, as: "sunstripe").diagnostics.filter { $0.code.name == "invalidHouseRule" }
    #expect(found.map(\.fix) == [fix])
  }

  @Test("A phased rollout of the house begins at its own start, else at the release")
  func phasesOfTheHouseBegin() throws {
    let document = #"{"SSVCLatestVersionNumber":5,"SSVCLatestVersionAvailableSince":1000}"#
    let own = try rules(#"{"phasedRollout":{"startAt":"2026-12-01","steps":[5]}}"#, document, as: "ssvc")
    #expect(own.compactMap { $0.phases?.startAt.text } == ["2026-12-01"])
    let released = try #require(try rules(#"{"phasedRollout":{"steps":[5]}}"#, document, as: "ssvc").last)
    #expect(released.phases?.startAt == released.releasedAt)
    #expect(released.phases?.steps == [500])
  }

  @Test("House rules made of values are the JSON that a fetch carries")
  func valuesAreJSON() {
    let made = HouseRules(displayPeriodInHours: 24, maxDisplayCount: 3, isSkippable: true, rollout: 12.5)
    #expect(made == HouseRules(json: all))
    #expect(HouseRules().json == "{}")
    #expect(HouseRules(displayPeriodInHours: .infinity, isSkippable: false).json == #"{"skippable":false}"#)
  }
}
