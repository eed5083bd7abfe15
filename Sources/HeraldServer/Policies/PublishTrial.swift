import Herald
import HeraldFormats
import HeraldLog
import HeraldQuestions

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
    return try await app.readers.read(.long) { reader in
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

/// A limit that a what-if must not pass for a policy to go out: `lockedOut > 0`, or with a share of all installations
/// `newlyForced > 10%`.
struct PublishLimit: Sendable {
  let text: String
  private let figure: WhatIfFigure
  private let most: Int
  private let isShare: Bool

  /// Nil for a text that cannot be read as a limit.
  init?(_ text: String) {
    let parts = text.split(separator: ">", maxSplits: 1).map { $0.trimming(" ") }
    guard parts.count == 2, let figure = WhatIfFigure(rawValue: parts[0]) else { return nil }
    isShare = parts[1].hasSuffix("%")
    guard let most = Int(isShare ? parts[1].dropLast().trimming(" ") : parts[1]), most >= 0 else { return nil }
    (self.text, self.figure, self.most) = (text.trimming(" "), figure, most)
  }

  /// The limits of a list with commas between them; nil where one is none.
  static func list(_ text: String) -> [PublishLimit]? {
    let parts = text.split(separator: ",").map { $0.trimming(" ") }.filter { !$0.isEmpty }
    let limits = parts.compactMap { PublishLimit($0) }
    return limits.count == parts.count ? limits : nil
  }

  /// The sentence that says by how much the limit is passed; nil where it is kept.
  func breach(in summary: WhatIfSummary) -> String? {
    let (count, all) = (summary[figure], summary[.installations])
    guard isShare ? count * 100 > most * all : count > most else { return nil }
    return "\(figure.rawValue) is \(count) of \(all) installations, and the limit is \(text)"
  }
}
