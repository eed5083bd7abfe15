import Herald
import Testing

@testable import HeraldQuestions

@Suite("Addresses in a redacted log")
struct AddressTests {
  private func redaction(keepsPaths: Bool) throws -> Redaction {
    var redaction = Redaction(pseudonyms: try #require(Pseudonyms(key: Redacted.key)))
    redaction.keepsPaths = keepsPaths
    return redaction
  }

  @Test(
    "A redacted address keeps scheme, host and port, and the path on request",
    arguments: [
      ("https://example.com/a/policy.json?user=zoe#zoe", "https://example.com/a/policy.json"),
      ("https://zoe:secret@example.com:8443/a", "https://example.com:8443/a"),
      ("https://zoe@example.com", "https://example.com"), ("https://a@zoe@[::1]:80/", "https://[::1]:80/"),
      ("HTTPS://example.com?zoe", "HTTPS://example.com"), ("  https://example.com/#zoe ", "https://example.com/"),
      ("market://details?id=zoe", "market://details"), ("market:?id=zoe", "market:redacted"),
      ("itms-services://?action=zoe", "itms-services://"),
      ("itms-apps://itunes.apple.com/app/id1?zoe", "itms-apps://itunes.apple.com/app/id1"),
    ])
  func redactedAddressKeepsItsHost(url: String, expected: String) throws {
    var redaction = try redaction(keepsPaths: true)
    #expect(redaction.address(ExactString(url)).string == expected)
  }

  private static let urls = [
    "https://example.com/zoe", "https://example.com", "https://zoe@example.com/zoe?zoe#zoe", "http://zoe", "market:zoe",
    "market://zoe?zoe", "market:?zoe", "itms-apps:zoe", "file:///home/zoe/policy.json", "zoe", "",
    "mailto:zoe@example.com",
    "https://", "https://:80/zoe", "https://zoe@/", "https://zoe@:80", "javascript:zoe", "/zoe", "//zoe/zoe",
    "https:zoe",
    "https://example.com/\u{0}zoe\n", "https://example.com/\u{202E}zoe", "https:///zoe", "itms-services:?zoe",
  ]

  @Test("A redacted address can be opened by a device exactly if the original could", arguments: urls, [true, false])
  func redactedAddressOpensIfTheOriginalDid(url: String, keepsPaths: Bool) throws {
    var redaction = try redaction(keepsPaths: keepsPaths)
    let redacted = redaction.address(ExactString(url))
    let wasOpen = Destination.read(url)
    // A push latches the address as a device opens it, so both ways lead to the same one.
    let latched = wasOpen.map { redaction.address($0) }
    #expect(Destination.read(redacted.string) == latched)
  }

  @Test("A redacted address hides everything but its host unless paths are kept", arguments: urls)
  func redactedAddressHidesItsPath(url: String) throws {
    var redaction = try redaction(keepsPaths: false)
    let redacted = redaction.address(ExactString(url)).string
    let hostIsSecret = url == "http://zoe" || url == "market://zoe?zoe"
    #expect(redacted.contains("zoe") == hostIsSecret)
  }

  @Test("Redacted addresses differ where their paths do, and are equal where only queries differ")
  func redactedAddressesDifferByPath() throws {
    var redaction = try redaction(keepsPaths: false)
    let first = redaction.address("https://example.com/a?user=1")
    #expect(redaction.address("https://example.com/a?user=2") == first)
    #expect(redaction.address("https://example.com/b?user=1") != first)
    #expect(redaction.address("https://example.com/") == "https://example.com/")
  }
}
