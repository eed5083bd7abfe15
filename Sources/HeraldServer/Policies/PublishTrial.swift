import Herald
import HeraldFormats
import HeraldLog
import HeraldQuestions

/// The trial of a draft before it goes out: the lint's findings, its arrival at phones, the app's promises, and a
/// what-if over the app's installations.
struct PublishTrial: Sendable {
  /// The findings about the document.
  fileprivate(set) var findings: [Diagnostic]
  /// The what-if's figures; empty where no installation is known.
  var counts: [(figure: WhatIfFigure, count: Int)] = []
  /// The share of installations younger than a day.
  var newcomers = Newcomers()
  /// The verdicts on the app's promises; nil where it has none, or the lint found errors.
  fileprivate(set) var promises: PromisesAnswer?
  /// The sentences about phones that would refuse it, about limits that are passed, and about promises that are not
  /// proved to hold.
  var breaches: [String] = []
  /// Some of the installations that would be locked out or that something changes for, as JSON lines.
  var examples: [String] = []

  var errors: [Diagnostic] { findings.filter { $0.severity == .error } }

  fileprivate static let mostExamples = 20

  /// The figures as a JSON object; nil where no installation is known.
  var figures: String? {
    guard !counts.isEmpty else { return nil }
    var output = JSONWriter()
    output.object { output in
      for (figure, count) in counts { output.member(named: ExactString(figure.rawValue)) { $0.integer(count) } }
      output.member("newcomers") { newcomers.write(into: &$0) }
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
    output.member("promises", promises?.json.split(separator: "\n") ?? []) { $0.raw(json: String($1)) }
    output.member("breaches", breaches) { $0.string($1) }
    output.member("examples", examples) { $0.raw(json: $1) }
  }
}

/// The questions of a trial, asked of an app.
struct PublishQuestions: Sendable {
  let app: App
  let limits: [PublishLimit]
  /// The publisher's keys; nil where none are set.
  let trust: Trust?
  let now: Timestamp

  /// The age of an installation's last event, in milliseconds, up to which a trial asks the installation: 30 days.
  private static let recently: Int64 = 30 * 86_400_000

  /// Tries a document on a reading thread.
  ///
  /// - Parameter history: the publications before it, the newest first.
  func trial(of sent: PhoneArrival.Sent, after history: [PublishedPolicy]) async throws -> PublishTrial {
    let sources = try await app.search.sources(since: Timestamp(milliseconds: now.milliseconds - Self.recently))
    let asker = Asker.current
    return try await app.readers.read(.long) { reader in
      let unasked = sources.isEmpty ? [Self.noneAsked] : []
      var trial = PublishTrial(findings: Lint.findings(in: sent.document, at: now) + unasked)
      if !trial.errors.isEmpty { return trial }
      trial.breaches = PhoneArrival(app: app.name, trust: trust).refusals(of: sent, after: history, at: now)
      try judgePromises(sent, beside: history.first, for: asker, &trial)
      if !sources.isEmpty { try ask(sent, sources, reader, &trial) }
      return trial
    }
  }

  /// Without installations nothing is found wrong, which is not the same as nothing being wrong.
  private static let noneAsked = Diagnostic(
    LogCode.noEvents, .warning, what: "No installation was asked what this document does to it.", place: nil,
    why: "none sent an event of Herald within the last 30 days, so there are no figures and no limit was checked",
    fix: "nothing for a new app; else look why its phones send nothing, or try it on a log with `herald whatif`")

  /// Judges the promises of the app, within the work of one answer.
  ///
  /// - Parameter current: the policy in force, with which statements about another document compare; nil for none.
  private func judgePromises(
    _ sent: PhoneArrival.Sent, beside current: PublishedPolicy?, for asker: Asker, _ trial: inout PublishTrial
  ) throws {
    let promises = try app.promises.promises()
    if promises.isEmpty { return }
    let judged = try asker.analyzing {
      try DraftPromises(of: sent.document, named: AnalyzeRoute.file, keeping: promises, against: current?.document)
    }
    trial.promises = judged.answer
    trial.breaches += judged.breaches
  }

  private func ask(
    _ sent: PhoneArrival.Sent, _ sources: Set<ExactString>, _ reader: LedgerReader, _ trial: inout PublishTrial
  ) throws {
    let young = try app.arrivals.newcomers(since: Timestamp(milliseconds: now.milliseconds - LengthOfTime.day))
      .filter { sources.contains($0.key) }
    let told = ToldChanges(atMost: PublishTrial.mostExamples)
    var report = WhatIfReport(to: told.sink, examples: PublishTrial.mostExamples)
    var question = WhatIfQuestion(sent.document)
    question.signature = sent.signature
    question.receipts = try app.arrivals.lastReceipts()
    // All installations have one end of the log and one horizon, the young ones too.
    var all = [app.events(reader).only(sources)]
    guard let outlook = try question.outlook(over: &all) else {
      trial.findings.append(Self.noneAsked)
      return
    }
    var summary = WhatIfSummary(within: outlook)
    func answer(_ some: Set<ExactString>) throws {
      if some.isEmpty { return }
      try question.answer(in: app.events(reader).only(some), to: &report, countedIn: &summary)
    }
    try answer(sources.subtracting(young.keys))
    let older = summary
    told.isNaming = true
    try answer(Set(young.keys))
    trial.counts = WhatIfFigure.allCases.map { ($0, summary[$0]) }
    trial.newcomers = Newcomers(
      all: summary, older: older, changed: told.names.compactMap { young[ExactString($0)] })
    trial.breaches += summary.refusedWords("policy.json")
    trial.breaches += limits.compactMap { $0.breach(all: summary, older: older) }
    trial.examples = told.examples
  }
}

/// Keeps some of the lines about changes, and the names of the installations where they are asked for.
private final class ToldChanges {
  private(set) var examples: [String] = []
  var isNaming = false
  private(set) var names: [String] = []
  private let most: Int

  init(atMost most: Int) { self.most = most }

  var sink: AnswerSink {
    .json { [self] bytes in
      let line = String(decoding: bytes, as: UTF8.self).trimming("\n")
      if examples.count < most { examples.append(line) }
      if isNaming, let name = try JSONNode.read(line).node[name: "source"]?.string { names.append(name) }
    }
  }
}
