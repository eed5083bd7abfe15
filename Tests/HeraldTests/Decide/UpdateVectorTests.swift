import Herald
import HeraldFormats
import HeraldTestSupport
import Testing

@Suite("Collected updates")
struct UpdateVectorTests {
  @Test("A collected update document shows what its case says, or nothing", arguments: try Vector.read("updates"))
  func collectedUpdateEndsAsTheCaseSays(vector: Vector) throws {
    var stream = try Stream(vector)
    let decision = try stream.ask(.fetched(vector.document("config")))
    let expected = try Differences.updates[vector.id]?.answer ?? Self.expected(vector)
    let answer = Self.answer(decision, stream.state, vector)
    #expect(answer == expected)
  }

  @Test(
    "A collected update document has the findings that its case names",
    arguments: try Vector.read("updates").filter { $0["diagnostics"] != nil })
  func collectedUpdateHasTheCasesFindings(vector: Vector) throws {
    let text = try vector.document("config")
    var stream = try Stream(vector)
    let failed = try stream.ask(.fetched(text)).considered.compactMap { $0.failed?.rawValue }
    let found = Formats.read(Document(text: text, format: "herald")).diagnostics
      .filter { $0.code.name != "unknownKey" }.map { "\($0.code) \($0.place?.pointer.prefix(10) ?? "")" }
    let expected = try Differences.findings[vector.id]?.answer ?? vector["diagnostics"].map(Self.finding)
    #expect((found + failed).joined(separator: ", ") == expected)
  }

  /// The code and place of a case's only finding.
  private static func finding(_ findings: JSONNode) throws -> String {
    let finding = try #require(findings.elements.first?.string)
    return switch finding {
    case "trailing-comma": "trailingComma "
    case "updates-object": "singleObject /updates"
    case "current-version-unknown": "version"
    case "updates[0]:no-description": "text"
    default: "invalidRule /updates/0"
    }
  }

  /// The answer that the case recommends, in the words of ``answer(_:_:_:)``.
  private static func expected(_ vector: Vector) throws -> String {
    let place = vector["chosen"]?.integer.map(String.init) ?? ""
    switch try vector.text("outcome") {
    case "failed": return "failed " + (try vector.text("error") == "json" ? "invalidJSON" : "otherPackage")
    case "message": return "message \(place)"
    case "update":
      let language = vector["descriptionKey"]?.string ?? ""
      return try "\(vector.text("kind")) \(place) `\(language)` \(vector["target"]?.string ?? "none")"
    case let outcome: return outcome
    }
  }

  private static func answer(_ decision: Decision, _ state: InstallationState, _ vector: Vector) -> String {
    if let refused = state.refused { return "failed \(refused.reason.rawValue)" }
    guard let prompt = decision.prompt, let rule = decision.considered.last?.rule else { return "none" }
    let pointer = rule.source.place?.pointer ?? ""
    let isSingle = pointer == "/updates"
    let place = isSingle ? "0" : pointer.split(separator: "/").last.map(String.init) ?? ""
    guard prompt.kind != .message else { return "message \(place)" }
    let target = target(prompt.destination, of: rule, vector)
    return "\(prompt.kind) \(place) `\(prompt.language?.string ?? "none")` \(target)"
  }

  /// The key of the rule that gave a destination.
  private static func target(_ destination: ExactString?, of rule: Rule, _ vector: Vector) -> String {
    guard let destination else { return "none" }
    if destination.string.hasPrefix("market:") { return "googlePlay" }
    let text = try? vector.document("config")
    let root = text.flatMap { try? JSONNode.read($0, lenient: true).node }
    let updates = root?[name: "updates"]
    let entries = updates?.elements ?? []
    let index = rule.source.place.flatMap { $0.pointer.split(separator: "/").last }.flatMap { Int($0) }
    let entry = index.map { entries[$0] } ?? updates
    for (key, name) in [("targetWebsiteUrl", "website"), ("targetPackageUrl", "package")] {
      if let url = entry?[name: key]?.string, Destination.read(url) == destination { return name }
    }
    return "another"
  }
}
