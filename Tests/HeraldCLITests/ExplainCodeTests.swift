import Foundation
import Herald
import Testing

@testable import HeraldCLI

@Suite("herald explain-code")
struct ExplainCodeTests {
  private static let codes = CodeGroup.all.flatMap(\.codes)

  @Test("herald explain-code knows every list of codes in the sources")
  func explainCodeKnowsEveryList() throws {
    let declared = try Self.sourceLines().filter {
      $0.hasSuffix("ExplainedCode {") && !$0.hasPrefix("///") && !$0.hasPrefix("extension ExplainedCode")
    }
    #expect(declared.count == CodeGroup.all.flatMap(\.lists).count, "\(declared)")
  }

  private static func sourceLines() throws -> [Substring] {
    let root = Herald.root.appendingPathComponent("Sources")
    let files = FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil)
    return try (files?.allObjects ?? []).compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }
      .flatMap { try String(contentsOf: $0, encoding: .utf8).split(separator: "\n") }
  }

  @Test("Lists of codes that are printed together are of one kind")
  func listsPrintedTogetherAreOfOneKind() {
    for group in CodeGroup.all {
      #expect(group.codes.allSatisfy { $0.kind == group.name }, "\(group.name)")
    }
    #expect(Set(CodeGroup.all.map(\.name)).count == CodeGroup.all.count)
  }

  @Test("Explanations of codes are whole sentences, and each code stands once in its group")
  func explanationsAreWholeSentences() {
    for group in CodeGroup.all {
      #expect(Set(group.codes).count == group.codes.count, "\(group.name)")
      for code in group.codes {
        let explanation = code.explanation
        for text in [explanation.means, explanation.appears, explanation.fix] {
          #expect(text.first?.isUppercase == true || text.first == "`", "\(code): \(text)")
          #expect(text.last == ".", "\(code): \(text)")
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
    #expect(json.count == Self.codes.count)
    let names = Set(human.split { ", \n".contains($0) })
    for code in Self.codes { #expect(names.contains(Substring(code.name))) }
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
    #expect(differing == [], "write them again: herald explain-code --pages Sources/Herald/Herald.docc/Codes")
    #expect(Set(written.keys.map { $0.lowercased() }).count == written.count)
    for code in Self.codes {
      let page = try #require(written["Code-\(code.name).md"])
      #expect(page.hasPrefix("# \(code.name)\n\n"))
      let explanation = code.explanation
      for text in [explanation.means, explanation.appears, explanation.fix] { #expect(page.contains(text)) }
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
