import Herald
import HeraldFormats
import HeraldTestSupport
import Testing

@Suite("Whatever a document is")
struct FormatLawTests {
  /// Documents with more keys than the samples, so that the tests reach more of each format.
  private static let rich: [(format: ExactString, text: String)] = [
    (
      "ssvc",
      #"{"SSVCMinimumSupportedVersionNumber":"16809984","SSVCLatestVersionNumber":0,"SSVCLatestVersionKey":"2.0","SSVCLatestVersionAvailableSince":1}"#
    ),
    (
      "sunstripe",
      #"{"result":"successed","code":3000,"messages":["m"],"version_info":{"needed_version_update":"YES","update_type":"force_update","update_url":"https://h/","update_alert_body":"b"}}"#
    ),
    ("login", #"{"hasNewVersion":1,"needUpgrade":"true","downloadUrl":"https://h/","review":0}"#),
    (
      "table",
      #"{"versions":[{"version":"1.0","updated":"Y","forceUpdated":"n","downloadUrl":"https://h/","review":1},{"version":"2.0","updated":false}]}"#
    ),
    ("segments", #"{"version":"2.1.3","downloadUrl":"https://h/","review":"0","title":"t","message":"m"}"#),
    (
      "itunes",
      #"{"resultCount":1,"results":[{"version":"2.0","trackId":12,"bundleId":"a","minimumOsVersion":"12.0","releaseNotes":"n","description":"[:mav: 1.0]"}]}"#
    ),
    (
      "storepage",
      "<!DOCTYPE html><!-- c --><script type='application/ld+json'><![CDATA[{\"@graph\":[{\"@type\":\"SoftwareApplication\",\"softwareVersion\":\"2.0\"}]}]]></script><p title=\"x\">Version&nbsp;1.0<br/></p>"
    ),
    ("umeng", #"{"update":"Yes","version":"2.0","path":"https://h/","update_log":"l"}"#),
    (
      "princeofversions",
      #"{"ios":{"required_version":"1.0","latest_version":"2.0","requirements":{"required_os_version":"15","a":"b"},"meta":{}}}"#
    ),
    (
      "appcast",
      #"<rss xmlns:s="http://www.andymatuschak.org/xml-namespaces/sparkle"><channel><item><title>t</title><link>https://h/</link><s:version>2.0</s:version><enclosure url="https://h/" s:os="ios"/><s:criticalUpdate s:version="1.0"/><pubDate>Mon, 02 Mar 2026 08:00:00 +0000</pubDate></item></channel></rss>"#
    ),
    ("appupdater", #"{"latestVersion":"2.0","latestVersionCode":6,"url":"https://h/","releaseNotes":["n"]}"#),
    ("appupdate", #"{"update":true,"new_version":"2.0","apk_file_url":"https://h/","constraint":true}"#),
  ]

  /// Pieces of text with a meaning to at least one reader.
  private static let pieces = [
    "", "\"", "{", "}", "[", "]", ",", ":", "null", "0", "-1", "1e999", "true", "\\u0000", "\u{0}", "é", "\u{301}", "<",
    ">", "</", "<!--", "-->", "]]>", "&#x110000;", "&#0;", "'", "=", "/", " ", "\n", "\u{FEFF}", "\"1.0\"", "version",
  ]

  @Test(
    "Reading a mutated document ends with a policy or one reason, and its findings are complete",
    arguments: 0..<rich.count)
  func everyMutatedDocumentIsExplained(index: Int) {
    let (format, text) = Self.rich[index]
    var random = SplitMix64(seed: UInt64(index) + 1)
    var accepted = 0
    for _ in 0..<800 {
      var scalars = Array(text.unicodeScalars)
      for _ in 0...random.int(0...2) {
        let start = random.int(0...scalars.count)
        let end = min(scalars.count, start + random.int(0...5))
        scalars.replaceSubrange(start..<end, with: random.pick(Self.pieces).unicodeScalars)
      }
      let changed = String(String.UnicodeScalarView(scalars))
      let document = read(changed, as: format, storeURL: "https://store.example.com/")
      accepted += document.refusal == nil ? 1 : 0
      #expect(document.diagnostics.allSatisfy(isComplete), "\(changed)")
      #expect(document.refusal == nil || document.codes.last == document.refusal?.rawValue, "\(changed)")
      guard case .accepted(let policy) = document.reading else { continue }
      #expect(Set(policy.rules.map(\.id)).count == policy.rules.count, "\(changed)")
      #expect(policy.rules.allSatisfy(Self.isWhole), "\(changed)")
    }
    #expect(accepted > 25, "the changes break everything, so this says little")
  }

  @Test(
    "A document says the same wherever it was fetched from, unless its format leads back there",
    arguments: 0..<rich.count)
  func addressDoesNotChangeAPolicy(index: Int) throws {
    let (format, text) = Self.rich[index]
    let policies = try ["https://h/1", "https://h/2"].map { url -> Policy in
      let document = Document(text: text, format: format, url: ExactString(url))
      guard case .accepted(let policy) = Formats.read(document).reading else { throw Refused() }
      return policy
    }
    let destinations = policies.map { $0.rules.map(\.destinations.elsewhere) }
    #expect((destinations[0] == destinations[1]) == (format != "storepage"))
    let copy = policies[0].fetched(from: "https://h/2")
    #expect((copy == nil) == (format == "storepage"))
    if let copy {
      #expect(copy.name == policies[1].name)
      #expect(copy.shared === policies[0])
      #expect(copy.rules.map(\.id) == policies[1].rules.map(\.id))
      #expect(copy.order == policies[1].order)
      #expect(copy.packageName == policies[1].packageName)
      #expect(copy.pushOnForeground == policies[1].pushOnForeground)
    }
  }

  private struct Refused: Error {}

  /// Whether a rule has a destination, a text and a place.
  private static func isWhole(_ rule: Rule) -> Bool {
    let hasText = rule.descriptions.entry(for: "en") != nil || rule.descriptions.besideOwnMessage != nil
    return rule.destinations.elsewhere != nil && rule.source.place != nil && hasText
  }
}
