import HTTPTypes
import HeraldWire
import Testing

@testable import HeraldServer

@Suite("What comes from outside")
struct OutsideNumberTests {
  @Test(
    "A number of somebody else is read only where it is written in digits and within its range",
    arguments: [
      ("0", 0), ("10", 10), ("007", 7), ("11", nil), ("-1", nil), ("+1", nil), (" 1", nil), ("1 ", nil), ("", nil),
      ("1e1", nil), ("0x1", nil), ("1.0", nil), ("٣", nil), ("9223372036854775807", nil),
      ("9223372036854775808", nil), ("99999999999999999999999999999999999999", nil),
    ] as [(String, Int?)])
  func numbers(_ text: String, _ number: Int?) { #expect(OutsideNumber.read(text, in: 0...10) == number) }

  @Test(
    "An address is counted without its port, and an address of IPv6 by its network",
    arguments: [
      ("192.0.2.3", "192.0.2.3"), ("192.0.2.3:1001", "192.0.2.3"), ("::ffff:192.0.2.3", "192.0.2.3"),
      ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"), ("[2001:db8:1:2::9]:443", "2001:db8:1:2::/64"),
      ("unknown", nil), ("", nil), ("1.2.3", nil), ("_hidden", nil),
    ] as [(String, String?)])
  func addresses(_ text: String, _ name: String?) { #expect(SenderAddress(text)?.description == name) }

  @Test(
    "The settings take proxies that can be told, and refuse what means nothing",
    arguments: [
      ("", true), ("127.0.0.1", true), ("10.0.0.0/8, fd00::/8", true), ("10.0.0.0/33", false), ("*", false),
      ("not an address", false), ("10.0.0.0/", false), ("10.0.0.0/-1", false), (",", true), ("1.2.3.4/8/9", false),
    ])
  func proxies(_ text: String, _ isRead: Bool) { #expect((NetworkRange.list(text) != nil) == isRead) }

  @Test(
    "The sender is the last address that no named proxy has, over all lines of the header",
    arguments: [
      ("127.0.0.1", ["203.0.113.9"], "203.0.113.9"), ("198.51.100.1", ["203.0.113.9"], "198.51.100.1"),
      ("127.0.0.1", ["203.0.113.9, 10.1.2.3"], "203.0.113.9"),
      ("127.0.0.1", ["1.1.1.1", "203.0.113.9"], "203.0.113.9"),
      ("127.0.0.1", ["1.1.1.1, 203.0.113.9:4711"], "203.0.113.9"), ("127.0.0.1", ["nonsense"], "127.0.0.1"),
      ("127.0.0.1", [], "127.0.0.1"),
    ] as [(String, [String], String)])
  func senders(_ own: String, _ lines: [String], _ sender: String) throws {
    var settings = ServerSettings()
    settings.trustedProxies = "127.0.0.1, 10.0.0.0/8"
    let name = try #require(HTTPField.Name("X-Forwarded-For"))
    let headers = HTTPFields(lines.map { HTTPField(name: name, value: $0) })
    #expect(TrustedProxies(settings).sender(own, headers)?.description == sender)
  }

  @Test(
    "No number of a setting is taken that would end the process",
    arguments: Setting.all.filter { Int($0.text(ServerSettings())) != nil }.map(\.name))
  func settings(_ name: String) throws {
    for text in ["9223372036854775807", "-9223372036854775808", "1e400", "99999999999999999999"] {
      #expect(throws: ServerError.self, "\(name) \(text)") {
        try ServerSettings(folder: "/nowhere", options: [name: text])
      }
    }
  }
}
