import Herald
import HeraldQuestions
import HeraldCorpus

extension TestedCase {
  /// The verdict with what stands behind it, for a person.
  func words(_ style: Style) -> String {
    let head = "\(mark(style)) \(style.bold(name.shown))  \(summary)\n"
    let about = situation.map { verdict == .agrees || verdict == .accepted ? "" : "  \(style.dim($0.shown))\n" } ?? ""
    return head + about + details(style)
  }

  private func mark(_ style: Style) -> String {
    switch verdict {
    case .agrees, .accepted: style.green("✓")
    case .noExpectation: style.yellow("?")
    case .disagrees, .invalid: style.red("✗")
    }
  }

  /// The verdict in a few words.
  var summary: String {
    switch verdict {
    case .agrees: "agrees"
    case .disagrees where isKept:
      disagreements.count.of("difference", "differences")
        + "; --accept never rewrites a case of `history`, where readers differ, or against its `refusedLine`"
    case .disagrees: disagreements.count.of("difference", "differences")
    case .accepted: "wrote \(expectation.shown): \((changes ?? "").shown)"
    case .noExpectation where isWritten:
      "had no expectation; it is written now: read \(expectation.shown), and test again if it is right"
    case .noExpectation: "has no expectation: run `herald test` without --no-write, and commit what it writes"
    case .invalid: "is invalid"
    }
  }

  /// The differences or errors; empty for a case that agrees.
  func details(_ style: Style) -> String {
    if verdict == .invalid { return errors.map { DiagnosticWords.words($0, style) + "\n" }.joined() }
    guard verdict == .disagrees, !disagreements.isEmpty else { return "" }
    return "  \(style.red("--- \(expectation.shown)"))\n  \(style.green("+++ herald"))\n"
      + disagreements.map { $0.diff(style) }.joined()
  }
}

extension Disagreement {
  /// The difference as a unified diff of indented JSON.
  fileprivate func diff(_ style: Style) -> String {
    let (expected, actual) = (difference.expected, difference.actual)
    let range = "-\(expected.map { "\($0.number)" } ?? "0,0") +\(actual.map { "\($0.number)" } ?? "0,0")"
    let names = isOfSomeReaders ? " (only read by: \(readers.map(\.rawValue).joined(separator: ", ")))" : ""
    let head = "@@ \(range) @@ \(difference.subject)\(names)".shown
    let old = expected?.node.diffLines ?? []
    let new = actual.map { actual in
      (expected.map { actual.node.ordered(like: $0.node) } ?? actual.node).diffLines
    }
    return "  \(style.blue(head))\n" + LineDiff(from: old, to: new ?? []).words(style)
  }
}

extension JSONNode {
  fileprivate var diffLines: [String] {
    indented(width: 90).split(separator: "\n").map { String($0).shown }
  }

  /// The same value with its members in the order of another value, so that only what differs stands out.
  fileprivate func ordered(like other: JSONNode) -> JSONNode {
    switch (value, other.value) {
    case (.object(let mine), .object(let others)):
      let names = others.map(\.name)
      let known = others.compactMap { other in
        mine.first { $0.name == other.name }.map { ($0.name, $0.node.ordered(like: other.node)) }
      }
      let new = mine.filter { !names.contains($0.name) }.map { ($0.name, $0.node) }
      return .object((known + new).map { (name: $0.0, node: $0.1) })
    case (.array(let mine), .array(let others)):
      return .list(
        mine.enumerated().map { others.indices.contains($0) ? $1.ordered(like: others[$0]) : $1 })
    default: return self
    }
  }
}
