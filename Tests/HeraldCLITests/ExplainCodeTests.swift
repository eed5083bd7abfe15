import Foundation
import Herald
import HeraldFormats
import Testing

@testable import HeraldCLI

@Suite("herald explain-code")
struct ExplainCodeTests {
  /// The codes of a group.
  private static func codes(_ group: CodeGroup) -> [String] { group.codes.map(\.code) }

  @Test("herald explain-code explains every case of the enums, and no other")
  func explainCodeKnowsEveryEnumCase() {
    #expect(Self.codes(.decisions) == DecisionReason.allCases.map(\.rawValue))
    #expect(Self.codes(.tests) == RuleTest.allCases.map(\.rawValue))
    #expect(Self.codes(.passes) == WhyAgain.Reason.allCases.map(\.rawValue))
    #expect(Self.codes(.obstacles) == Obstacle.Word.allCases.map(\.rawValue))
    #expect(Self.codes(.verdicts) == AuditVerdict.allCases.map(\.rawValue))
    #expect(Self.codes(.refusals) == RefusalReason.allCases.map(\.rawValue))
    #expect(Self.codes(.lints) == Lint.checks.map(\.code))
  }

  @Test("herald explain-code explains every code that the sources give a diagnostic, and no other")
  func explainCodeKnowsEveryDiagnostic() throws {
    let written = try Self.codesInSources()
    let fromEnums: [CodeGroup] = [.decisions, .tests, .passes, .obstacles, .verdicts, .refusals]
    let names = Set(fromEnums.map(\.name))
    let explained = Set(CodeGroup.all.flatMap(\.codes).map(\.code))
    #expect(written.subtracting(explained).sorted() == [])
    let scanned = Set(CodeGroup.all.filter { !names.contains($0.name) }.flatMap(\.codes).map(\.code))
    #expect(scanned.subtracting(written).sorted() == [])
    #expect(written.count > 100)
  }

  /// The first text of whatever takes a code: of the calls, and of the tuples that stand for them.
  private static func codesInSources() throws -> Set<String> {
    // Without word boundaries, which Unicode does not see between a dot and a letter.
    let call = /(?:Log|Lint)?(?:Diagnostic|Check|FileError)\(\s*"([A-Za-z0-9]+)",/
    let step = /(?:StepFault|LedgerError|Refusal|note)\(\s*"([A-Za-z0-9]+)",/
    let comparison = /diagnostic: "([A-Za-z0-9]+)"/
    let fault = /Self\(\s*"([A-Za-z0-9]+)",\s*(?:status: \w+,\s*)?(?:"([A-Za-z0-9]+)"|code),/
    let tuple = /\(\s*"([a-z][A-Za-z0-9]+)",\s*(?:"|pointer)/
    let words = /\(code(?:: String)?,/
    var codes: Set<String> = []
    for (path, text) in try sources() {
      for pattern in [call, step, comparison] { codes.formUnion(text.matches(of: pattern).map { String($0.1) }) }
      if path.contains("/HeraldFetch/Fault/") {
        for match in text.matches(of: fault) {
          codes.formUnion([match.1, match.2].compactMap { $0.map { String($0) } })
        }
      }
      // Where a tuple's first part is a code, its words say so.
      if text.contains(words) {
        codes.formUnion(text.matches(of: tuple).map { String($0.1) })
      }
    }
    return codes
  }

  private static func sources() throws -> [(path: String, text: String)] {
    let root = Herald.root.appendingPathComponent("Sources")
    let files = FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil)
    return try (files?.allObjects ?? []).compactMap { $0 as? URL }
      .filter { $0.pathExtension == "swift" && !$0.path.contains("/HeraldCLI/Codes/") }
      .map { ($0.path, try String(contentsOf: $0, encoding: .utf8)) }
  }

  @Test("Explanations of codes are whole sentences, and each code stands once in its group")
  func explanationsAreWholeSentences() {
    for group in CodeGroup.all {
      #expect(Set(Self.codes(group)).count == group.codes.count, "\(group.name)")
      for explanation in group.codes {
        for text in [explanation.means, explanation.appears, explanation.fix] {
          #expect(text.first?.isUppercase == true || text.first == "`", "\(explanation.code): \(text)")
          #expect(text.last == ".", "\(explanation.code): \(text)")
        }
      }
    }
  }

  @Test("herald explain-code explains a code in each of its meanings", arguments: ["human", "json"])
  func explainCodePrintsEachMeaning(format: String) throws {
    let run = try Herald.run("explain-code", "busy", "--format", format)
    #expect(run.status == 0)
    #expect(run.output.contains("reason of a decision"))
    #expect(run.output.contains("trouble with a ledger"))
    #expect(run.output.contains("The user came back in the middle of something."))
  }

  @Test("herald explain-code lists all codes where none is named")
  func explainCodeListsAllCodes() throws {
    let human = try Herald.run("explain-code", "--format", "human").output
    let json = try Herald.run("explain-code", "--format", "json").lines
    #expect(json.count == CodeGroup.all.flatMap(\.codes).count)
    for explanation in CodeGroup.all.flatMap(\.codes) { #expect(human.contains("  \(explanation.code) ")) }
  }

  @Test("herald explain-code suggests the similar code for an unknown one")
  func explainCodeSuggestsASimilarCode() throws {
    let run = try Herald.run("explain-code", "alreadyVisibel")
    #expect(run.status == 64)
    #expect(run.errors.contains("Did you mean 'alreadyVisible'?"))
    #expect(run.errors.contains("`herald explain-code` lists all"))
  }

  @Test("The documentation has exactly the pages that herald explain-code writes, word for word")
  func documentationHasEveryCodesPage() throws {
    let scratch = try Scratch()
    let run = try Herald.run("explain-code", "--pages", scratch.path("pages"))
    #expect(run.status == 0)
    #expect(run.output.isEmpty)
    func files(_ folder: URL) throws -> [String: String] {
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      return try Dictionary(
        uniqueKeysWithValues: names.map {
          ($0, try String(contentsOf: folder.appendingPathComponent($0), encoding: .utf8))
        })
    }
    let (written, kept) = (
      try files(scratch.folder.appendingPathComponent("pages")),
      try files(Herald.root.appendingPathComponent("Sources/Herald/Herald.docc/Codes"))
    )
    let differing = Set(written.keys).union(kept.keys).filter { written[$0] != kept[$0] }.sorted()
    #expect(differing == [], "write them anew: herald explain-code --pages Sources/Herald/Herald.docc/Codes")
    #expect(Set(written.keys.map { $0.lowercased() }).count == written.count)
    for code in CodeGroup.all.flatMap(\.codes) {
      let page = try #require(written["Code-\(code.code).md"])
      #expect(page.hasPrefix("# \(code.code)\n\n"))
      for text in [code.means, code.appears, code.fix] { #expect(page.contains(text)) }
    }
  }

  @Test("herald explain-code reports pages that it cannot write")
  func explainCodeReportsAnUnwritableFolder() throws {
    let run = try Herald.run("explain-code", "--pages", "/dev/null/x")
    #expect(run.status == 1)
    #expect(run.errors.contains("error[cannotWrite]"))
    #expect(try Herald.run("explain-code", "period", "--pages", "x").status == 64)
  }
}
