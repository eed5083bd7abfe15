public import Herald
import HeraldLog

/// The smallest log that still shows a decision, with its figures.
public struct MinimizeAnswer: LogAnswer, Sendable {
  /// The log: one event a line.
  public let log: String
  /// The installation.
  public let source: ExactString
  /// The event that was asked about, and the decision behind it.
  package let asked: Event
  package let decision: Decision
  package let keeps: KeptAnswer
  package let rules: [ExactString]
  /// The size of the installation's log, and of the small one.
  package let before: LogSize
  package let after: LogSize
  /// The documents that lost something.
  package let derived: [SmallLog.Derived]
  /// The reasons why the events that are left stay.
  package let remaining: [RemainingEvents]
  /// The names of the properties that are left.
  package let propertyNames: [ExactString]
  /// True if a smaller log may do, because the search came to the end of its work.
  package let isUnfinished: Bool
  private let read: PolicyReading

  /// The revision that was asked about.
  package var askedRevision: Int { asked.revision }

  /// The small log for another question.
  ///
  /// - Parameter name: the log in messages.
  package func events(named name: String) throws -> LoggedEvents {
    let open = { try ByteSource(name: name, bytes: Array(log.utf8)) }
    return LoggedEvents(
      LogReader(log: try open(), shelf: DocumentShelf(reading: read)), named: LogName(name), reopen: open)
  }

  init(_ asked: AskedIncident, _ reduction: IncidentReduction<DecisionClaim>, _ small: SmallLog) {
    var reduction = reduction
    log = small.text
    source = asked.incident.source
    self.asked = asked.asked
    decision = asked.claim.wanted.decision
    keeps = asked.claim.wanted.keeps
    rules = asked.claim.wanted.rules?.sorted() ?? []
    before = LogSize(asked.whole.events.map(\.data))
    after = LogSize(reduction.excerpt.entries.map(\.fact.data))
    derived = small.derived
    propertyNames = after.names
    read = asked.incident.read
    isUnfinished = reduction.isUnfinished
    remaining = reduction.remaining()
  }

  /// The figures as one line of JSON, ended.
  public var json: String { json(file: nil) }

  /// The figures as one line of JSON, ended.
  ///
  /// - Parameter file: the file that has the log; nil where it is not in one.
  public func json(file: String?) -> String {
    var output = JSONWriter()
    output.line {
      writeFigures(into: &$0)
      $0.member("file", file)
    }
    return output.string
  }

  /// The figures and the log as one line of JSON, ended: each event as in the log, under `log`.
  package var jsonWithLog: String {
    var output = JSONWriter()
    output.line {
      writeFigures(into: &$0)
      $0.member("file", nil as String?)
      $0.member("log", log.split(separator: "\n")) { $0.raw(json: String($1)) }
    }
    return output.string
  }

  private func writeFigures(into output: inout JSONWriter) {
    output.member("source", source)
    output.member("event") {
      $0.object {
        $0.member("revision", asked.revision)
        $0.member("id", asked.id)
        $0.member("time", asked.time.moment)
      }
    }
    output.member("decision") {
      $0.object {
        $0.member("revision", decision.revision)
        $0.member("reason", word: decision.reason)
        $0.member("rule", decision.prompt?.rule)
        $0.member("kind", word: decision.prompt?.kind)
      }
    }
    output.member("keep", word: keeps)
    output.member("rules", rules) { $0.string($1) }
    output.member("before") { before.write(into: &$0) }
    output.member("after") { after.write(into: &$0) }
    output.member("derived", derived) { output, document in
      output.object {
        $0.member("from", document.from)
        $0.member("to", document.to)
      }
    }
    // Only where it is so: a log that is as small as can be needs no word about it.
    if isUnfinished { output.member("unfinished", true) }
  }

  /// The figures in words, each line ended.
  public var words: String { words(.plain) }

  /// The figures in words, each line ended.
  package func words(_ style: Style) -> String {
    let shown = decision.prompt.map { "\($0.rule.string.shown) (\($0.kind.rawValue)) is shown" }
    let head = "\(source.string.shown), revision \(asked.revision): \(shown ?? decision.silence)"
    let size =
      "\(after.events.grouped) of \(before.events.of("event")), \(after.rules.grouped) of \(before.rules.of("rule")), "
      + "\(after.properties.grouped) of \(before.properties.of("property", "properties"))"
    let reasons = remaining.filter(\.isTold).compactMap(\.sentence)
    return ([style.bold(head), size] + reasons + [wayOut, end].compactMap(\.self)).map { $0 + "\n" }.joined()
  }

  /// The end of a search that did not try everything.
  private var end: String? {
    isUnfinished
      ? "The search ended after \(ReductionWork.most.grouped) steps, so a smaller log may show it too. Ask again of the "
        + "small log to go on."
      : nil
  }

  /// The way to a smaller log, where tests or a verdict hold events.
  private var wayOut: String? {
    let held = remaining.contains { remaining in
      switch remaining.part {
      case .test, .property, .refusal, .verdict: remaining.count > 0
      case .answer, .event, .other: false
      }
    }
    return held && keeps != .shown
      ? "With --keep shown only reason, rule and kind stay, and the log may be smaller." : nil
  }
}

extension RemainingEvents {
  /// True for a reason that a reader does not expect: every decision rests on a launch and a fetch.
  fileprivate var isTold: Bool { part != .answer || showings > 0 || count > 3 }
}

/// The size of a log.
package struct LogSize: Hashable, Sendable {
  package let events: Int
  /// The rules of its different documents.
  package let rules: Int
  /// The different names of properties at its launches.
  package var properties: Int { names.count }
  /// These names.
  let names: [ExactString]

  init(_ data: [EventData]) {
    events = data.count
    var (names, documents) = (Set<ExactString>(), [ExactString: Int]())
    for data in data {
      if case .appLaunched(let launch) = data { names.formUnion(launch.profile.properties.map(\.name)) }
      if case .fetchSucceeded(let fetch) = data, let digest = fetch.digest, case .accepted(let policy) = fetch.reading {
        documents[digest] = max(documents[digest] ?? 0, policy.rules.count)
      }
    }
    rules = documents.values.reduce(0, +)
    self.names = names.sorted()
  }

  fileprivate func write(into output: inout JSONWriter) {
    output.object {
      $0.member("events", events)
      $0.member("rules", rules)
      $0.member("properties", properties)
    }
  }
}
