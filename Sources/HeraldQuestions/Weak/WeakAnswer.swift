import Herald

/// A figure about the edits of documents and the logs that would notice them.
package enum WeakFigure: String, LimitedFigure {
  /// The logs that were asked.
  case logs
  /// The edits.
  case edits
  /// The edits that a log notices.
  case noticed
  /// The edits that no log notices, and that are not proved to be unnoticeable.
  case unnoticed
  /// The edits that no device could notice.
  case unnoticeable

  package static var wholes: String { "edits" }
  package var isShare: Bool { self != .logs }
}

/// The edits of documents, each with the logs that would notice it.
package struct WeakAnswer: Sendable {
  /// The documents with the names of the logs that bring them, in their order.
  let documents: [(policy: Policy, logs: [String])]
  /// True if a log takes a document that can be edited.
  package var hasDocuments: Bool { !documents.isEmpty }
  package let findings: [WeakQuestion.Finding]
  private let logs: Int

  init(logs: Int, documents: [(policy: Policy, logs: [String])], _ findings: [WeakQuestion.Finding]) {
    (self.logs, self.documents, self.findings) = (logs, documents, findings)
  }
}

extension WeakAnswer: FigureSummary {
  package subscript(figure: WeakFigure) -> Int {
    switch figure {
    case .logs: logs
    case .edits: findings.count
    case .noticed: count(.noticed)
    case .unnoticed: count(.unnoticed)
    case .unnoticeable: count(.unnoticeable)
    }
  }

  private func count(_ verdict: EditVerdict) -> Int { findings.count { $0.verdict == verdict } }

  package func whole(of figure: WeakFigure) -> Int { figure == .unnoticed ? couldBeNoticed : findings.count }

  /// The number of edits that a device could notice, as far as is known.
  private var couldBeNoticed: Int { findings.count - count(.unnoticeable) }
}

/// The answer as JSON.
extension WeakAnswer {
  /// A line for each edit that no log notices, or for every edit, and the summary.
  ///
  /// - Parameter all: true for every edit.
  package func json(all: Bool) -> [UInt8] {
    var output = JSONWriter()
    for finding in findings where all || finding.verdict == .unnoticed {
      output.line {
        $0.member("edit", finding.edit, of: finding.digest)
        $0.member("verdict", word: finding.verdict)
        $0.member("logs", finding.logs)
        $0.member("noticedBy", finding.noticedBy) { $0.string($1) }
        $0.member("text", finding.sentence)
      }
    }
    output.line {
      $0.member("summary") {
        $0.object {
          $0.member("logs", self[.logs])
          $0.member("edits", self[.edits])
          $0.member("noticed", self[.noticed])
          $0.member("unnoticed", self[.unnoticed])
          $0.member("unnoticeable", self[.unnoticeable])
        }
      }
    }
    return output.bytes
  }
}

extension WeakQuestion.Finding {
  /// The finding as a sentence without its full stop.
  fileprivate var sentence: String {
    switch verdict {
    case .noticed: "\(noticedBy.first ?? "a log") would notice \(edit.words)"
    case .unnoticed: "no log of this corpus would notice \(edit.words)"
    case .unnoticeable: "no device could notice \(edit.words)"
    }
  }
}

/// The answer in words.
extension WeakAnswer {
  /// The headline, and below each document the edits that no log notices, or every edit.
  ///
  /// - Parameter all: true for every edit.
  package func words(all: Bool, _ style: Style = .plain) -> String {
    let findings = Dictionary(grouping: findings.filter { all || $0.verdict == .unnoticed }, by: \.digest)
    let sections = documents.compactMap { policy, logs in
      findings[policy.digest].map { section(policy, logs, $0, all: all, style) }
    }
    return sections.joined(separator: "\n") + (sections.isEmpty ? "" : "\n") + headline(all: all, style)
  }

  private func section(
    _ policy: Policy, _ logs: [String], _ findings: [WeakQuestion.Finding], all: Bool, _ style: Style
  ) -> String {
    let more = logs.count > 1 ? " and \((logs.count - 1).of("other", "others"))" : ""
    let revision = policy.revision.map { ", revision \($0)" } ?? ""
    let head = style.bold((logs.first ?? "").shown) + more
    return "\(head)  \(style.dim(policy.digest.shortDigest + revision))\n"
      + findings.map { "  \(line($0, all: all, style))\n" }.joined()
  }

  private func line(_ finding: WeakQuestion.Finding, all: Bool, _ style: Style) -> String {
    guard all else { return finding.edit.words }
    switch finding.verdict {
    case .noticed: return "\(style.green("✓")) \(finding.edit.words)" + style.dim("  \(finding.noticedBy.joined())")
    case .unnoticed: return "\(style.yellow("?")) \(finding.edit.words)"
    case .unnoticeable: return "\(style.dim("–")) \(finding.edit.words)" + style.dim("  no device could notice")
    }
  }

  private func headline(all: Bool, _ style: Style) -> String {
    let logs = self[.logs].of("log", "logs")
    guard self[.edits] > 0 else {
      return "Nothing to edit: no log of this corpus brings a policy of the format herald or turkcell.\n"
    }
    var lines = [
      style.bold("\(share) that a device could notice would be noticed by no log of this corpus")
        + " (\(logs), \(documents.count.of("document", "documents")))"
    ]
    let proved = self[.unnoticeable]
    if proved > 0 { lines.append("\(proved.of("edit", "edits")) no device could notice" + (all ? "" : ": --all")) }
    return lines.map { $0 + "\n" }.joined()
  }

  /// The number of edits that no log notices, and of those that a device could notice, with the share.
  private var share: String {
    let could = couldBeNoticed
    let percent = could == 0 ? 0 : (self[.unnoticed] * 100 + could / 2) / could
    return "\(self[.unnoticed].grouped) of \(could.of("edit")) (\(percent) %)"
  }
}
