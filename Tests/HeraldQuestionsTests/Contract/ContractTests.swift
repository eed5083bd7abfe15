import Foundation
import Herald
import HeraldFormats
import HeraldQuestions
import Testing

@Suite("The pages of the contract")
struct ContractTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Sources/Herald/Herald.docc")

  /// The text of a page.
  private static func page(_ name: String) throws -> String {
    try String(contentsOf: folder.appendingPathComponent("Contract/\(name).md"), encoding: .utf8)
  }

  /// The part of a page from a heading to the next one of the same level.
  private static func section(_ heading: String, of page: String) throws -> String {
    let start = try #require(page.range(of: "\n## \(heading)"), "there is no section \(heading)")
    let rest = page[start.upperBound...]
    return String(rest[..<(rest.range(of: "\n## ")?.lowerBound ?? rest.endIndex)])
  }

  /// Whether a text has a name as code, or as a name in JSON.
  private static func names(_ text: String, _ name: String) -> Bool {
    text.contains("`\(name)`") || text.contains("\"\(name)\"")
  }

  @Test("The contract describes each type of event, and each field that is read of it", arguments: EventType.allCases)
  func everyTypeOfEventIsDescribed(type: EventType) throws {
    let events = try Self.section("2. Events", of: Self.page("ContractSemantics"))
    #expect(events.contains("\n| `\(type.rawValue)` |"))
    for field in type.fieldNames { #expect(Self.names(events, field), "\(type.rawValue): \(field)") }
    let changes = try Self.section("3. Reduce", of: Self.page("ContractSemantics"))
    #expect(Self.names(changes, type.rawValue))
  }

  @Test("The contract describes each attribute of an event")
  func everyAttributeIsDescribed() throws {
    let form = try Self.section("1. The wire form", of: Self.page("ContractSemantics"))
    for attribute in EventAttribute.allCases { #expect(form.contains("\n| `\(attribute.rawValue)` |")) }
  }

  @Test("The contract lists the tests of a rule in the order in which a decision runs them")
  func testsAreInTheirOrder() throws {
    let section = try Self.section("4. The tests, in their order", of: Self.page("ContractRules"))
    let words = section.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let order = RuleTest.allCases.map { "`\($0.rawValue)`" }.joined(separator: " · ")
    #expect(words.hasPrefix("\(order) "), "\(order)")
  }

  @Test("The contract says when each test of a rule passes", arguments: RuleTest.allCases)
  func everyTestIsDescribed(test: RuleTest) throws {
    let pages = try ["ContractSemantics", "ContractRules", "ContractTrust"].map(Self.page).joined()
    #expect(pages.contains("\n| `\(test.rawValue)` |") || pages.contains("\n### The test `\(test.rawValue)`"))
  }

  @Test("The contract names each reason of a decision, each refusal and each verdict of an audit")
  func everyReasonIsNamed() throws {
    let page = try Self.page("ContractSemantics")
    let decide = try Self.section("6. Decide", of: page)
    for reason in DecisionReason.allCases { #expect(decide.contains("| `\(reason.rawValue)`"), "\(reason.rawValue)") }
    let reduce = try Self.section("3. Reduce", of: page)
    for reason in RefusalReason.allCases { #expect(Self.names(reduce, reason.rawValue), "\(reason.rawValue)") }
    let audit = try Self.section("8. Counterfactuals", of: page)
    for verdict in AuditVerdict.allCases {
      #expect(audit.contains("\n| `\(verdict.rawValue)` |"), "\(verdict.rawValue)")
    }
  }

  @Test("The contract describes each key of a policy")
  func everyKeyOfAPolicyIsDescribed() throws {
    let semantics = try Self.page("ContractSemantics")
    let pages =
      try Self.section("5. The policy in force", of: semantics)
      + Self.section("2. Keys", of: Self.page("ContractRules"))
    let herald = try #require(Formats.reference(named: "herald"))
    // Filters are named by properties, and every app may have more of these.
    for object in herald.reference.document.all where object.id != "filters" {
      for key in object.keys { #expect(Self.names(pages, key.name), "\(object.id): \(key.name)") }
    }
  }

  @Test("The contract describes each format, and each key that is read of it", arguments: Formats.names)
  func everyFormatIsDescribed(name: String) throws {
    let names = try Self.section("7. Formats", of: Self.page("ContractSemantics"))
    #expect(Self.names(names, name))
    // Herald's own format is section 5.
    if ["herald", "turkcell"].contains(name) { return }
    let section = try Self.section("\(name): ", of: Self.page("ContractFormats"))
    let format = try #require(Formats.reference(named: name))
    for object in format.reference.document.all {
      for key in object.keys { #expect(Self.names(section, key.name), "\(name): \(key.name)") }
    }
  }

  @Test("The contract describes each house rule")
  func everyHouseRuleIsDescribed() throws {
    let section = try Self.section("What holds in all of them", of: Self.page("ContractFormats"))
    for key in Formats.houseRules.keys { #expect(Self.names(section, key.name), "\(key.name)") }
  }

  @Test(
    "Sections of the contract are numbered from 1, because the second implementation names them",
    arguments: [("ContractSemantics", 10), ("ContractRules", 6), ("ContractTrust", 4), ("ContractServer", 10)])
  func sectionsKeepTheirNumbers(name: String, count: Int) throws {
    let headings = try Self.page(name).split(separator: "\n").filter { $0.hasPrefix("## ") && $0 != "## Overview" }
    #expect(headings.count == count)
    for (number, heading) in headings.enumerated() { #expect(heading.hasPrefix("## \(number + 1). "), "\(heading)") }
  }

  @Test("The pages of the contract are linked from the catalog's first page and from their index")
  func pagesAreLinked() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.appendingPathComponent("Contract").path)
    let pages = files.filter { $0.hasSuffix(".md") }.map { $0.dropLast(".md".count) }
    #expect(pages.count == 7)
    let landing = try String(contentsOf: Self.folder.appendingPathComponent("Herald.md"), encoding: .utf8)
    let index = try Self.page("Contract")
    for page in pages {
      #expect(landing.contains("<doc:\(page)>"), "\(page)")
      #expect(page == "Contract" || index.contains("- <doc:\(page)>"), "\(page)")
    }
  }
}
