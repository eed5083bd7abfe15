import Foundation
import Herald
import HeraldQuestions

/// The findings about documents as a SARIF log (OASIS SARIF 2.1.0), which code scanning of GitHub and others take.
struct SARIFLog {
  private var rules: [(code: Diagnostic.Code, severity: Diagnostic.Severity)] = []
  private var results: [JSONNode] = []

  init(_ reports: [LintReport]) {
    for report in reports {
      let text = LintedText(report.text)
      for (finding, fingerprint) in zip(report.findings, text.fingerprints(of: report.findings)) {
        results.append(result(finding, in: report, text, fingerprint))
      }
    }
  }

  var json: String {
    let version = JSONNode.text(HeraldCommand.version)
    let driver = JSONNode.object([
      "name": .text("herald"), "version": version, "semanticVersion": version, "rules": .list(rules.map(Self.rule)),
    ])
    let run = JSONNode.object([
      "tool": .object(["driver": driver]), "columnKind": .text("unicodeCodePoints"),
      "originalUriBaseIds": .object([
        "%SRCROOT%": .object(["description": Self.message("The repository, or the folder that herald ran in.")])
      ]),
      "invocations": .list([.object(["executionSuccessful": .bool(true)])]), "results": .list(results),
    ])
    let log = JSONNode.object([
      "$schema": .text("https://json.schemastore.org/sarif-2.1.0.json"), "version": .text("2.1.0"),
      "runs": .list([run]),
    ])
    return log.indented() + "\n"
  }

  private static func message(_ text: String) -> JSONNode { .object(["text": .text(text)]) }

  private static func level(_ severity: Diagnostic.Severity) -> JSONNode { .text(severity.rawValue) }

  private static func rule(_ code: Diagnostic.Code, _ severity: Diagnostic.Severity) -> JSONNode {
    let explanation = code.explanation
    return .object([
      "id": .text(code.name), "name": .text(code.name.prefix(1).uppercased() + code.name.dropFirst()),
      "shortDescription": message(explanation.means),
      "fullDescription": message("\(explanation.means) \(explanation.appears)"),
      "help": .object([
        "text": .text("\(explanation.means)\nWhen: \(explanation.appears)\nWhat to do: \(explanation.fix)"),
        "markdown": .text(CodePage.text(about: code.name, [code])),
      ]),
      "helpUri": .text(CodePage.address(of: code.name)),
      "defaultConfiguration": .object(["level": level(severity)]),
      "properties": .object(["tags": .texts([code.kind])]),
    ])
  }

  private mutating func result(
    _ finding: Diagnostic, in report: LintReport, _ text: LintedText, _ fingerprint: String
  ) -> JSONNode {
    var index = rules.firstIndex { $0.code.name == finding.code.name }
    if index == nil {
      index = rules.count
      rules.append((finding.code, finding.severity))
    }
    // GitHub compares the fingerprint with the second name.
    let fingerprints = ["heraldFinding/v1", "primaryLocationLineHash"]
    return .object([
      (name: "ruleId", node: .text(finding.code.name)), (name: "ruleIndex", node: .number(index ?? 0)),
      (name: "level", node: Self.level(finding.severity)),
      (name: "message", node: Self.message(report.sentences(about: finding))),
      (name: "locations", node: .list([location(finding, in: report, text)])),
      (
        name: "partialFingerprints",
        node: .object(fingerprints.map { (name: $0, node: .text(fingerprint)) })
      ),
    ])
  }

  private func location(_ finding: Diagnostic, in report: LintReport, _ text: LintedText) -> JSONNode {
    var members: [(name: String, node: JSONNode)] = []
    if report.file != "-" {
      var physical = [(name: "artifactLocation", node: Self.artifact(report.file))]
      if let region = text.region(of: finding) { physical.append((name: "region", node: Self.region(region))) }
      members.append((name: "physicalLocation", node: .object(physical)))
    }
    if let pointer = finding.place?.pointer, !pointer.isEmpty {
      let logical = JSONNode.object(["fullyQualifiedName": .text(pointer), "kind": .text("value")])
      members.append((name: "logicalLocations", node: .list([logical])))
    }
    return .object(members)
  }

  private static func region(_ region: LintedText.Region) -> JSONNode {
    .object([
      "startLine": .number(region.startLine), "startColumn": .number(region.startColumn),
      "endLine": .number(region.endLine), "endColumn": .number(region.endColumn),
    ])
  }

  private static func artifact(_ file: String) -> JSONNode {
    guard let path = RepositoryPath.relative(file) else {
      return .object(["uri": .text(URL(fileURLWithPath: file).absoluteString)])
    }
    // A colon in the first part of a relative address would end a scheme (RFC 3986, section 4.2).
    let allowed = CharacterSet.urlPathAllowed.subtracting(CharacterSet(charactersIn: ":"))
    let address = path.addingPercentEncoding(withAllowedCharacters: allowed) ?? path
    return .object(["uri": .text(address), "uriBaseId": .text("%SRCROOT%")])
  }
}
