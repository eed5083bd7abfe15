import Herald
import HeraldFormats

/// The rules of the document in force that could not be read.
struct LeftOutRules {
  /// Why each was left out.
  let findings: [Diagnostic]
  private let root: JSONNode?

  /// What a reader finds where it leaves a rule out.
  private static let codes = Set([DocumentCode.invalidRule, .noUrl, .invalidRow].map { Diagnostic.Code($0) })

  /// Reads the document in force again for its findings; none where no event of the log brought its text.
  init(in found: DecisionFinder.Found) {
    guard let policy = found.step.state.policy, let text = found.documents[policy.digest] else {
      (findings, root) = ([], nil)
      return
    }
    let document = Document(
      text: text, digest: policy.digest, format: policy.format, url: policy.url, storeURL: policy.storeURL)
    findings = Formats.read(document).diagnostics.filter { Self.codes.contains($0.code) }
    root = findings.isEmpty ? nil : try? JSONNode.read(text, lenient: true).node
  }

  /// Why a rule was left out, by the id that it would have had; empty for one that the document does not have.
  func findings(of rule: ExactString) -> [Diagnostic] { findings.filter { id(of: $0) == rule } }

  /// `update:7`, where the entry at `/updates/0` says that its id is 7.
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
