import Herald
import HeraldFormats
import Testing

@Suite("SSVC's answer")
struct SSVCTests {
  private func outcome(_ text: String, code: String? = "1.0", name: String? = "1.0") -> String {
    Installed(name, code.map { ["appVersionCode": $0] } ?? [:]).outcome(text, as: "ssvc")
  }

  @Test(
    "SSVC compares the bundle version's number with the minimum, then with the latest version",
    arguments: [
      (#"{"SSVCMinimumSupportedVersionNumber":16809985}"#, "force"),
      (#"{"SSVCMinimumSupportedVersionNumber":16809984}"#, "noRule"),
      (#"{"SSVCLatestVersionNumber":16809985}"#, "optional"), (#"{"SSVCLatestVersionNumber":16809984}"#, "noRule"),
      (#"{"SSVCMinimumSupportedVersionNumber":16809985,"SSVCLatestVersionNumber":1}"#, "force"),
      (#"{"SSVCMinimumSupportedVersionNumber":99999999999999999999999999}"#, "force"),
      (#"{"SSVCMinimumSupportedVersionNumber":"99999999999999999999999999"}"#, "force"),
      (#"{"SSVCMinimumSupportedVersionNumber":1e40}"#, "force"),
      (#"{"SSVCMinimumSupportedVersionNumber":16809985.0}"#, "force"),
      (#"{"SSVCMinimumSupportedVersionNumber":-0,"SSVCLatestVersionNumber":" 16809985 "}"#, "optional"),
      ("{}", "invalidDocument"), (#"{"error":"maintenance"}"#, "invalidDocument"),
      (#"{"SSVCLatestVersionKey":null}"#, "invalidDocument"), (#"{"SSVCLatestVersionAvailableSince":1}"#, "noRule"),
    ])
  func bundleVersionIsComparedWithTheMinimumFirst(text: String, expected: String) { #expect(outcome(text) == expected) }

  @Test(
    "SSVC compares the latest version's name where its number is missing",
    arguments: [
      (#""SSVCLatestVersionKey":"1.0.1""#, "optional"), (#""SSVCLatestVersionKey":"1.0.0""#, "noRule"),
      (#""SSVCLatestVersionKey":"1.1-beta""#, "optional"), (#""SSVCLatestVersionKey":"v2""#, "noRule"),
      (#""SSVCLatestVersionKey":"2","SSVCLatestVersionNumber":0"#, "optional"),
      (#""SSVCLatestVersionKey":"2","SSVCLatestVersionNumber":1"#, "noRule"),
      (#""SSVCLatestVersionKey":"2","SSVCLatestVersionNumber":null"#, "optional"),
    ])
  func keyStandsInForAMissingNumber(keys: String, expected: String) { #expect(outcome("{\(keys)}") == expected) }

  @Test("SSVC compares the latest version's name with the app's version name, not with its bundle version")
  func keyIsComparedWithTheVersionName() {
    #expect(outcome(#"{"SSVCLatestVersionKey":"2.0"}"#, code: "9.0", name: "1.0") == "optional")
    #expect(outcome(#"{"SSVCLatestVersionKey":"2.0"}"#, code: "1.0", name: "2.0") == "noRule")
    #expect(outcome(#"{"SSVCLatestVersionKey":"2.0"}"#, code: "1.0", name: nil) == "noRule")
  }

  @Test(
    "SSVC computes the number from the version's name only where there is no bundle version",
    arguments: [
      (nil, "1.0", "force", nil), ("2.0", "1.0", "noRule", nil), ("1.0", "9.0", "force", nil),
      ("", "1.0", "noRule", "appVersionCode"), ("1.10.0", "1.0", "noRule", "appVersionCode"),
      (nil, "1.0 ", "noRule", "appVersionName"), (nil, nil, "noRule", "appVersionCode or appVersionName"),
    ] as [(String?, String?, String, String?)])
  func numberIsComputedFromTheVersionName(code: String?, name: String?, expected: String, unavailable: String?) throws {
    var installed = Installed(name, code.map { ["appVersionCode": $0] } ?? [:])
    let text = #"{"SSVCMinimumSupportedVersionNumber":16809985}"#
    #expect(installed.fetch(text, as: "ssvc") == expected)
    let compared = try installed.comparisons(.version, of: "update:ssvc-minimum")
    #expect(compared.map(\.diagnostic) == [unavailable.map { _ in ComparisonCode.bundleNumberUnavailable }])
    #expect(compared.map { $0.diagnostic == nil ? nil : $0.subject } == [unavailable])
    #expect(compared.map(\.found) == [code ?? name])
  }

  @Test("An SSVC policy always has both rules, which lead to the fetch's store page")
  func bothRulesLeadToTheStorePage() throws {
    let policy = try read(#"{"SSVCLatestVersionNumber":0}"#, as: "ssvc", storeURL: Installed.store).policy()
    #expect(policy.rules.map(\.id) == ["update:ssvc-minimum", "update:ssvc-latest"])
    #expect(policy.rules.map(\.kind) == [.force, .optional])
    #expect(policy.rules.allSatisfy { $0.destinations.elsewhere == Installed.store && $0.targetVersion == nil })
    #expect(policy.packageName == nil)
    #expect(policy.revision == nil)
    #expect(policy.order == nil)
  }

  @Test("An SSVC policy without a usable store page has no rules", arguments: [nil, "", "ftp://h", " "])
  func policyWithoutAStorePageHasNoRules(storeURL: String?) throws {
    let document = read(
      #"{"SSVCMinimumSupportedVersionNumber":1}"#, as: "ssvc", storeURL: storeURL.map { ExactString($0) })
    #expect(try document.policy().rules.isEmpty)
    #expect(document.codes == ["noUrl", "noUrl"])
    #expect(document.diagnostics.allSatisfy(isComplete))
  }

  @Test(
    "An SSVC answer is refused for a number that is negative or broken, and for a name that is not text",
    arguments: [
      #""SSVCMinimumSupportedVersionNumber":▸-1"#, #""SSVCMinimumSupportedVersionNumber":▸1.5"#,
      #""SSVCMinimumSupportedVersionNumber":▸true"#,
      #""SSVCLatestVersionKey":"2","SSVCMinimumSupportedVersionNumber":▸"""#,
      #""SSVCMinimumSupportedVersionNumber":▸"1.0.0""#, #""SSVCMinimumSupportedVersionNumber":▸[]"#,
      #""SSVCMinimumSupportedVersionNumber":▸"-1""#, #""SSVCLatestVersionNumber":▸"+5""#,
      #""SSVCLatestVersionNumber":▸false"#, #""SSVCLatestVersionNumber":▸0.1"#, #""SSVCLatestVersionNumber":▸{}"#,
      #""SSVCLatestVersionNumber":1,"SSVCLatestVersionKey":▸2.0"#, #""SSVCLatestVersionKey":▸false"#,
    ])
  func brokenNumberIsRefused(marked: String) throws {
    let marked = try Marked("{\(marked)}")
    let document = read(marked.text, format: "ssvc")
    #expect(document.refusal == .invalidDocument)
    #expect(document.codes == ["invalidDocument"])
    #expect(document.diagnostics.map(\.place?.column) == [marked.column])
    #expect(document.diagnostics.allSatisfy(isComplete))
  }

  @Test(
    "An SSVC answer's availability date decides nothing",
    arguments: [
      ("1388750400", true), ("-1", true), (#""1388750400""#, true), ("null", true), (#""soon""#, false), ("[]", false),
      ("1e30", false), ("true", false),
    ])
  func availabilityDateIsIgnored(written: String, isFine: Bool) {
    let text = #"{"SSVCLatestVersionNumber":16809985,"SSVCLatestVersionAvailableSince":\#(written)}"#
    #expect(outcome(text) == "optional")
    #expect(read(text, as: "ssvc", storeURL: Installed.store).codes == (isFine ? [] : ["invalidDate"]))
  }

  @Test("An SSVC answer's name that is not a version is reported where it would decide")
  func unreadableNameIsANote() {
    let codes = { (keys: String) in read("{\(keys)}", as: "ssvc", storeURL: Installed.store).codes }
    #expect(codes(#""SSVCLatestVersionKey":"two""#) == ["invalidVersion"])
    #expect(codes(#""SSVCLatestVersionKey":"two","SSVCLatestVersionNumber":1"#).isEmpty)
    #expect(codes(#""SSVCLatestVersionKey":" ","SSVCLatestVersionNumber":0"#).isEmpty)
  }
}
