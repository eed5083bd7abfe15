public import Herald
import HeraldFormats
public import HeraldLog

/// A question about another policy: what would it have shown to the users (`herald whatif`)?
///
/// ```swift
/// let answer = try WhatIfQuestion(document).answer(in: LoggedEvents(path: "fleet.sqlite"))
/// print(answer.words)
/// if answer.figures[.lockedOut] > 0 { print("It locks users out.") }
/// ```
///
/// ``DraftQuestion`` asks about one decision alone.
public struct WhatIfQuestion: LogQuestion, Sendable {
  private let documents: ComparedPolicies.Documents
  /// The text of the signature file beside the other policy; nil for none. Devices that trust keys are asked whether it
  /// convinces them. Everything else is answered as if the policy was signed by a key that they trust.
  public var signature: String?
  /// One installation, reported decision by decision: its name, a user, or a part of its name that no other has; nil for all.
  public var source: ExactString?
  /// The end of each stream's replay; nil for the stream's end.
  public var limit: ReplayLimit?
  /// The number of changed installations that words name, and as many locked out.
  public var examples = 20
  /// Number of threads that may work on a ledger.
  public var jobs = 1
  /// The time behind the log's end that is looked ahead to, up to 366 days; nil for the last date of the document itself,
  /// at least 30 days.
  public var ahead: Duration?
  /// The longest look ahead: 366 days.
  public static let longestAhead = Duration.milliseconds(Outlook.longest)
  /// The time before the log's end in which an installation must have had an event to be asked ahead; nil for any.
  public var activeWithin: Duration?
  /// A shift of the dates of the other policy's rules; a negative one makes them earlier. The policy is asked with the
  /// shifted dates, so a log of October can show a policy for December.
  public var shift = Duration.zero
  /// The arrival of each installation's last event by the clock of a server, where it is known. It shows better than
  /// other installations which clocks are off.
  package var receipts: [ExactString: Timestamp] = [:]

  /// Asks about another policy.
  ///
  /// - Parameters:
  ///   - other: the policy that is tried.
  ///   - baseline: a policy that replaces the log's own documents; nil to keep them.
  ///   - source: one installation, reported decision by decision; nil for all.
  ///   - limit: the end of each stream's replay; nil for the stream's end.
  public init(
    _ other: Document, insteadOf baseline: Document? = nil, of source: ExactString? = nil,
    until limit: ReplayLimit? = nil
  ) {
    documents = ComparedPolicies.Documents(baseline: baseline, other: other)
    self.source = source
    self.limit = limit
  }

  /// Reads the events three times, and answers in memory; a log of many installations has a long answer as JSON.
  ///
  /// - Throws: ``LogRefused`` where the log has no such installation; what reading it throws.
  public func answer(in events: LoggedEvents) throws -> WhatIfAnswer {
    let answer = BufferedAnswer()
    let figures = try self.answer(in: events, to: answer.sink)
    return WhatIfAnswer(json: answer.json, words: answer.words, figures: figures)
  }

  /// Reads the events three times, and sends the answer as it is found.
  ///
  /// - Returns: the figures.
  /// - Throws: ``LogRefused`` where the log has no such installation; what reading it throws.
  @discardableResult
  public func answer(in events: LoggedEvents, to sink: AnswerSink) throws -> WhatIfSummary {
    var logs = [try events.unread()]
    let outlook = try outlook(over: &logs)
    var summary = WhatIfSummary(within: outlook)
    var report = WhatIfReport(to: sink, examples: examples)
    for log in logs { try answer(in: log, to: &report, countedIn: &summary) }
    try report.end(summary)
    return summary
  }

  /// Reads the logs for their end, before any of them is answered about.
  ///
  /// - Parameter logs: the logs. Afterwards the same logs, from their beginnings.
  /// - Returns: nil where no installation has an event.
  package func outlook(over logs: inout [LoggedEvents]) throws -> Outlook? {
    var lasts = LastEvents()
    for index in logs.indices {
      logs[index] = try logs[index].needingEvents()
      // An end by revision is meant for one installation. At any other end the log has one end for all of them.
      if let source, case .revision? = limit {
        logs[index] = try logs[index].naming([source])
        try logs[index].replay(logs[index].candidates([source]), until: limit, visitor: &lasts)
      } else {
        try logs[index].fold(into: &lasts, until: limit, jobs: jobs)
      }
      logs[index] = try logs[index].again()
    }
    let policies = policies
    return Outlook(
      lasts.ends, receipts: receipts, ahead: ahead?.inMilliseconds, activeWithin: activeWithin?.inMilliseconds,
      under: policies.read)
  }

  private var policies: ComparedPolicies {
    var documents = documents
    documents.shift = shift.inMilliseconds
    documents.signature = signature.map { ExactString($0) }
    return ComparedPolicies(documents)
  }

  /// Answers about one of several logs. Reads the events twice: for the users' answers, then under both policies. The
  /// summary takes the end of the look ahead from ``outlook(over:)``.
  ///
  /// - Parameters:
  ///   - report: takes the changes as they are found; its end (``WhatIfReport/end(_:)``) follows the last log.
  ///   - summary: counts all logs.
  /// - Throws: ``LogRefused`` where the log has no such installation; what reading it throws.
  package func answer(
    in events: LoggedEvents, to report: inout WhatIfReport, countedIn summary: inout WhatIfSummary
  ) throws {
    let events = try events.needingEvents()
    report.log = events.name
    report.hasBaseline = documents.baseline != nil
    let telling = ReportedComparisons(report: report, summary: summary, isDetailed: source != nil)
    var lives = PolicyComparisonFold(policies, within: summary.ahead?.outlook, to: telling)
    if let source {
      try replay(source, of: events, &lives)
    } else {
      try events.fold(into: &lives, until: limit, jobs: jobs)
    }
    try events.tellForgotten()
    if lives.taker.summary[.installations] == 0 { throw events.noneAsked(until: limit) }
    if !lives.taker.hasKnownEvents, limit == nil { throw events.noneKnown() }
    (summary, report) = (lives.taker.summary, lives.taker.report)
  }

  /// Replays one installation.
  private func replay(
    _ source: ExactString, of events: LoggedEvents, _ lives: inout PolicyComparisonFold<ReportedComparisons>
  ) throws {
    var answers = AnswersVisitor(policies)
    let events = try events.naming([source])
    let only = try events.candidates([source])
    try events.replay(only, until: limit, visitor: &answers)
    lives.begin(answers)
    try events.again().replay(only, until: limit, visitor: &lives)
  }
}

/// The changes under another policy.
public struct WhatIfAnswer: LogAnswer {
  /// A line for each installation for which something changes, and a summary; for one installation also a line for each
  /// changed decision.
  public let json: String
  /// Some of the installations for which something changes, and the figures.
  public let words: String
  /// The figures.
  public let figures: WhatIfSummary
}

/// The two policies of a what-if: the documents of the log, or a document that replaces them, and the other policy.
package struct ComparedPolicies {
  /// Both documents. Each thread reads them into policies of its own.
  let documents: Documents
  private let old: DocumentShelf?
  private let new: DocumentShelf
  /// The signature of the other policy. It is trusted with any key.
  private let own: ReceivedSignature?

  struct Documents: Sendable {
    let baseline: Document?
    let other: Document
    /// A shift of the other policy's dates, in milliseconds.
    var shift: Int64 = 0
    /// The other policy's signature file; nil for none.
    var signature: ExactString?
  }

  /// - Parameters:
  ///   - baseline: replaces the log's own documents; nil to keep them.
  ///   - other: the policy that is tried.
  package init(baseline: Document?, other: Document) {
    self.init(Documents(baseline: baseline, other: other))
  }

  init(_ documents: Documents) {
    self.documents = documents
    old = documents.baseline.map { DocumentShelf(reading: Formats.reading, replacement: $0) }
    own = documents.signature.map { ReceivedSignature($0, body: documents.other.body, standing: .draft) }
    new = DocumentShelf(reading: Self.reading(movedBy: documents.shift), replacement: documents.other)
  }

  private static func reading(movedBy length: Int64) -> PolicyReading {
    if length == 0 { return Formats.reading }
    return { document in
      guard case .accepted(let policy) = Formats.reading(document) else { return Formats.reading(document) }
      return .accepted(policy.moved(by: length))
    }
  }

  /// The other policy as a fetch brings it; nil where it is refused.
  func read(_ fetch: LastEvents.Fetch) -> Policy? {
    let other = documents.other
    let document = Document(
      body: other.body, digest: other.digest, format: other.format, url: other.url,
      storeURL: fetch.storeURL ?? other.storeURL, houseRules: fetch.houseRules ?? other.houseRules)
    guard case .accepted(let policy) = Self.reading(movedBy: documents.shift)(document) else { return nil }
    return policy
  }

  /// An event's data under the baseline.
  func baseline(_ data: EventData) -> EventData { old.map { Self.replacing(data, by: $0) } ?? data }

  /// An event's data under the other policy.
  func other(_ data: EventData) -> EventData {
    guard let own, case .fetchSucceeded(var fetch) = Self.replacing(data, by: new) else {
      return Self.replacing(data, by: new)
    }
    if fetch.receivedSignature?.isAssumed ?? false { fetch.receivedSignature = own }
    return .fetchSucceeded(fetch)
  }

  /// The next fetch, with the other policy as its publisher would sign it then.
  func signedAnew(_ fetch: FetchSucceeded) -> FetchSucceeded {
    guard case .fetchSucceeded(var brought) = other(.fetchSucceeded(fetch)) else { return fetch }
    if brought.receivedSignature?.isAssumed ?? false { brought.assumeSignature(isAnew: true) }
    return brought
  }

  /// The refusal that the other policy would meet on an installation; nil where it comes into force.
  ///
  /// - Parameters:
  ///   - fetch: its last fetch.
  ///   - state: the state after its last event.
  func refusal(of fetch: FetchSucceeded, in state: InstallationState) -> ForeseenRefusal? {
    guard case .fetchSucceeded(let brought) = other(.fetchSucceeded(fetch)) else { return nil }
    return .of(brought, signed: documents.signature, over: documents.other.body, in: state)
  }

  private static func replacing(_ data: EventData, by shelf: DocumentShelf) -> EventData {
    guard case .fetchSucceeded(let fetch) = data else { return data }
    return .fetchSucceeded(shelf.replacing(fetch))
  }
}
