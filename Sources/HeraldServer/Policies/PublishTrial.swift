import Herald
import HeraldQuestions
import HeraldFormats
import HeraldLog

/// The trial of a draft before it goes out: the lint's findings, and a what-if over the app's installations.
struct PublishTrial: Sendable {
  /// The findings about the document.
  let findings: [Diagnostic]
  /// The what-if's figures; empty where no installation is known.
  let counts: [(figure: WhatIfFigure, count: Int)]
  /// The sentences about limits that are passed.
  let breaches: [String]
  /// Some of the installations that would be locked out or that something changes for, as JSON lines.
  let examples: [String]

  var errors: [Diagnostic] { findings.filter { $0.severity == .error } }

  private static let mostExamples = 20

  /// Tries a document on a reading thread.
  static func of(
    _ document: Document, on app: App, sources: Set<ExactString>, limits: [PublishLimit], at now: Timestamp
  ) async throws -> PublishTrial {
    let findings = Lint.findings(in: document, at: now)
    guard !findings.contains(where: { $0.severity == .error }), !sources.isEmpty else {
      return PublishTrial(findings: findings, counts: [], breaches: [], examples: [])
    }
    return try await app.readers.read { reader in
      var examples: [String] = []
      var summary = WhatIfSummary()
      var report = WhatIfReport(
        to: .json { bytes in
          if examples.count < mostExamples { examples.append(String(decoding: bytes, as: UTF8.self).trimming("\n")) }
        }, examples: mostExamples)
      try WhatIfQuestion(document).answer(
        in: app.events(reader).only(sources), to: &report, countedIn: &summary)
      return PublishTrial(
        findings: findings, counts: WhatIfFigure.allCases.map { ($0, summary[$0]) },
        breaches: limits.compactMap { $0.breach(in: summary) },
        examples: examples)
    }
  }

  /// The figures as a JSON object; nil where no installation is known.
  var figures: String? {
    guard !counts.isEmpty else { return nil }
    var output = JSONWriter()
    output.object { output in
      for (figure, count) in counts { output.member(named: ExactString(figure.rawValue)) { $0.integer(count) } }
    }
    return output.string
  }

  func write(into output: inout JSONWriter) {
    output.member("findings", findings) { output, finding in
      output.object {
        $0.member("code", finding.code.name)
        $0.member("severity", word: finding.severity)
        finding.words.write(into: &$0) { $0.member("place") { $0.place(finding.place) } }
      }
    }
    output.member("figures") { if let figures { $0.raw(json: figures) } else { $0.null() } }
    output.member("breaches", breaches) { $0.string($1) }
    output.member("examples", examples) { $0.raw(json: $1) }
  }
}
