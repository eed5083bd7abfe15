import ArgumentParser
import Foundation
import Herald
import HeraldFormats
import HeraldQuestions

struct LintCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lint",
    abstract: "Says what is wrong with policy documents, and what is probably not meant so.",
    discussion: """
      An error says that the document is refused, that a rule of it is left out, or that a rule forces nobody for a \
      misspelt key; the status is then 3.
      A warning says that something reads well and is probably not meant so, or that a rule leads nowhere unless the
      fetch names a store page; a note is good to know.

      With --log each finding says how many installations of the logs it touches: what is found in a rule, those that \
      pass all its other tests of the device (filters, version, rollout, installed, text), so that this decides about \
      them; what is found in the document, all of its app; and of a rule that is left out nobody can say. For each rule \
      follows how many pass each test now, and to how many it would be shown at a launch. A force or an exit is also \
      held against the systems of those that it reaches: whether it leads somewhere that they can open, and whether a \
      device of that system, in the same version or an older one, runs a version of the app that the rule lets go. \
      Whether an address answers no log can prove.

      A signature file beside a document is looked at too, and with --key it is verified as a device that trusts the key \
      does.

      With --format sarif the answer is a SARIF 2.1.0 log for code scanning; rules link to the pages of their codes \
      below the address in HERALD_CODE_PAGES. With --format github each finding is an annotation, and the step gets a \
      summary.

      Example:
        herald lint policy.json
        herald lint - --strict --at 2026-12-24T18:00:00Z < policy.json
        herald lint answer.json --policy-format ssvc \\
          --store-url https://apps.apple.com/app/id123
        herald lint policy.json --log fleet.sqlite
        herald lint policies/*.json --format sarif > herald.sarif
      """)

  @Argument(
    help: ArgumentHelp("Policy documents: files, or - for standard input.", valueName: "policy"), completion: .policy)
  var policies: [String]

  @OptionGroup var documentOptions: DocumentOptions

  @Option(
    help: ArgumentHelp(
      "When dates are judged, such as 2026-03-02T08:00:00Z; now, if not given.", valueName: "time"), completion: .free)
  var at: String?

  @Option(
    help: ArgumentHelp("A log or a ledger whose installations are counted; may be given again.", valueName: "log"),
    completion: .log)
  var log: [String] = []

  @Option(
    help: ArgumentHelp(
      "Count only installations with an event in this time before the log's end, such as 30d.", valueName: "duration"),
    completion: .free, transform: LengthOption.read)
  var activeWithin: Duration?

  @OptionGroup var only: SourceOption

  @OptionGroup var threads: JobsOption

  @OptionGroup var trusted: TrustOptions

  @Flag(help: "End with status 3 for warnings too.")
  var strict = false

  @OptionGroup var reading: ReadingFlags
  @Option(
    help: """
      human, json (one object per line), sarif or github; default: human on a terminal, else json.
      """)
  var format: LintFormat?

  @Flag(help: "Print a long answer at once, without a pager.")
  var noPager = false

  func validate() throws {
    _ = try time()
    if (policies + log).filter({ $0 == "-" }).count > 1 {
      throw ValidationError("Standard input can be read only once.")
    }
    if only.source != nil, log.isEmpty { throw ValidationError("--source is an installation of a --log. Add --log.") }
    if activeWithin != nil, log.isEmpty {
      throw ValidationError("--active-within is about installations of a --log. Add --log.")
    }
    if let activeWithin, activeWithin < .zero { throw ValidationError("--active-within is a length such as 30d.") }
    if threads.jobs != nil, log.isEmpty { throw ValidationError("--jobs is how many threads read a --log. Add --log.") }
  }

  func run() throws {
    let now = try time()
    var reports: [LintReport] = []
    let format = format ?? .usual
    try Failure.telling(afterBadLines: "The log is refused; --skip-invalid reads the rest.") {
      let reader = try documentOptions.reader()
      let trust = try trusted.trust()
      let inputs = try policies.map { try PolicyInput.policy($0) }
      let documents = inputs.map { reader.document($0) }
      let reaches = try reaches(of: documents, inputs, at: now)
      for ((input, document), reach) in zip(zip(inputs, documents), reaches) {
        let report = report(on: input, document, trusting: trust, at: now, reach)
        reports.append(report)
        try LintOutput(format).write(report)
      }
      try LintOutput(format).end(reports)
    }
    let severities = Set(reports.flatMap(\.findings).map(\.severity))
    if severities.contains(.error) || strict && severities.contains(.warning) { throw Failure.invalid }
  }

  private func report(
    on input: PolicyInput, _ document: Document, trusting trust: Trust?, at now: DeviceTime, _ reach: LoggedReach?
  ) -> LintReport {
    let signed = SignatureFindings(
      path: input.name == "-" ? nil : input.name, document: document, trust: trust, now: now)
    let findings = Lint.findings(in: document, at: now.moment) + signed.all
    return LintReport(file: input.name, text: input.text, findings: findings + (reach?.findings ?? []), reach: reach)
  }

  /// The reach of each document; nil for all without logs.
  private func reaches(of documents: [Document], _ inputs: [PolicyInput], at now: DeviceTime) throws -> [LoggedReach?] {
    guard !log.isEmpty else { return documents.map { _ in nil } }
    let asked = zip(documents, inputs).map { document, input in
      (reading: Formats.read(document).reading, signature: PolicyInput.signature(beside: input.name))
    }
    var logs = try log.map { try LoggedEvents($0, reading: reading.options).needingEvents().only(only.source) }
    var visitor = try LintLog(asked, at: now, activeWithin: activeWithin, in: &logs, jobs: threads.count)
    for events in logs {
      var own = visitor.makePart()
      try events.fold(into: &own, jobs: threads.count)
      if !own.hasKnownEvents { throw events.noneKnown() }
      visitor.add(&own)
    }
    return visitor.reaches
  }

  private func time() throws -> DeviceTime {
    guard let at else { return .current }
    return try TimeText.read(at)
  }
}

/// The format of the answer of `herald lint`.
enum LintFormat: String, ExpressibleByArgument, CaseIterable {
  case human, json, sarif, github

  /// The format where none was chosen.
  static var usual: LintFormat { StandardOutput.isTerminal ? .human : .json }
}

/// Prints the reports on documents in a format.
struct LintOutput {
  private let format: LintFormat

  init(_ format: LintFormat) { self.format = format }

  /// Prints one report; nothing in a format that is one document about all.
  func write(_ report: LintReport) throws {
    switch format {
    case .human: try StandardOutput.say(report.words(.output, width: TerminalWidth.output))
    case .json: try StandardOutput.write(report.json)
    case .github: try StandardOutput.write(report.annotations)
    case .sarif: break
    }
  }

  func end(_ reports: [LintReport]) throws {
    switch format {
    case .human: try StandardOutput.say(Self.summary(of: reports) + "\n")
    case .json: break
    case .sarif: try StandardOutput.write(SARIFLog(reports).json)
    case .github:
      let summary = Self.summary(of: reports)
      try StandardOutput.write(summary + "\n")
      try StepSummary.append("## herald lint\n\n\(summary)\n\n" + reports.map(\.markdown).joined())
    }
  }

  /// The totals, such as `1 error, 0 warnings, 2 notes in 1 document`.
  private static func summary(of reports: [LintReport]) -> String {
    let findings = reports.flatMap(\.findings)
    let words = [(Diagnostic.Severity.error, "error"), (.warning, "warning"), (.note, "note")].map { severity, word in
      findings.count { $0.severity == severity }.of(word, word + "s")
    }
    return words.joined(separator: ", ") + " in " + reports.count.of("document", "documents")
  }
}
