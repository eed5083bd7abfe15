import Foundation
import Testing

@Suite("The encoding of a policy file")
struct PolicyEncodingTests {
  private static let feed =
    #"<?xml version="1.0" encoding="UTF-16"?><rss version="2.0" "#
    + #"xmlns:sparkle="http://www.andymatuschak.org/xml-namespaces/sparkle"><channel><item>"#
    + #"<enclosure url="https://d/2" sparkle:version="2.0"/></item></channel></rss>"#

  @Test(
    "herald lint and herald check read a feed in UTF-16 alike",
    arguments: [String.Encoding.utf16, .utf16LittleEndian, .utf16BigEndian, .ascii])
  func encodingsAreReadAlike(encoding: String.Encoding) throws {
    let scratch = try Scratch()
    let file = scratch.path("feed.xml")
    try #require(Self.feed.data(using: encoding)).write(to: URL(fileURLWithPath: file))
    #expect(try Herald.run("lint", file, "--policy-format", "appcast").status == 0)
    #expect(try Herald.run("check", "--policy", file, "--policy-format", "appcast").status == 0)
  }

  @Test("herald lint and herald check say that a file is not text", arguments: [["lint"], ["check", "--policy"]])
  func otherBytesAreNotText(command: [String]) throws {
    let scratch = try Scratch()
    let file = scratch.path("feed.xml")
    try (Data("<?xml version='1.0' encoding='KOI8-R'?>".utf8) + [0xE9]).write(to: URL(fileURLWithPath: file))
    let run = try Herald.run(command + [file, "--policy-format", "appcast"])
    #expect(run.status == 3)
    #expect(run.errors.contains("notText"))
  }
}
