import Herald
import HeraldFormats

/// The rules of the document in force that could not be read.
struct LeftOutRules {
  /// The findings that give the reason why each rule was left out.
  let findings: [Diagnostic]
  private let root: JSONNode?

  /// The codes of findings about rules that are left out.
  private static let codes = Set([DocumentCode.invalidRule, .noUrl, .invalidRow].map { Diagnostic.Code($0) })

  /// Reads the document in force again for its findings. It has none where no event of the log contains the text.
  init(in found: DecisionFinder.Found) {
    guard let policy = found.step.state.policy, let text = found.documents[policy.digest] else {
      (findings, root) = ([], nil)
      return
    }
    let document = Document(
      text: text, digest: policy.digest, format: policy.format, url: policy.url, storeURL: policy.storeURL,
      houseRules: policy.houseRules)
    findings = Formats.read(document).diagnostics.filter { Self.codes.contains($0.code) }
    root = findings.isEmpty ? nil : try? JSONNode.read(text, lenient: true).node
  }

  /// Number of rules that some findings are about; a rule may have several findings.
  static func count(_ findings: [Diagnostic]) -> Int {
    let rules = findings.map { finding in
      let tokens = (finding.place?.pointer ?? "").split(separator: "/").prefix(2)
      // A rule that stands alone in place of a list has no number.
      let isNumbered = tokens.last.map { Int($0) != nil } ?? false
      return tokens.isEmpty ? finding.location : tokens.prefix(isNumbered ? 2 : 1).joined(separator: "/")
    }
    return Set(rules).count
  }

  /// The findings about a rule, by the id that it would have; empty for a rule that the document does not have.
  func findings(of rule: ExactString) -> [Diagnostic] { findings.filter { id(of: $0) == rule } }

  /// The id of the rule of a finding, such as `update:7` for the entry at `/updates/0` with the id 7.
  private func id(of finding: Diagnostic) -> ExactString? {
    let tokens = (finding.place?.pointer ?? "").split(separator: "/").map(String.init)
    guard let list = tokens.first, let node = root?[name: list] else { return nil }
    var entry = node
    if case .array(let entries) = node.value {
      guard let index = tokens.dropFirst().first.flatMap({ Int($0) }), entries.indices.contains(index) else {
        return nil
      }
      entry = entries[index]
    }
    let kind = list == "messages" ? "message" : "update"
    switch entry[name: "id"]?.value {
    case .string(let text), .number(let text): return ExactString("\(kind):\(text)")
    default: return nil
    }
  }
}
