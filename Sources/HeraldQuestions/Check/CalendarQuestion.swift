public import Herald
import HeraldFormats
import HeraldLog

/// A question about one device over some time: what would it see from one date to another, if it came then
/// (`herald check --calendar`)? Nothing is stored, and nothing is recorded between two moments.
///
/// ```swift
/// var device = CheckQuestion(document, at: now)
/// device.properties = [.appPackageName: "com.example.shop", .appVersionName: "2.6"]
/// if let from = WindowDate("2026-12-01"), let to = WindowDate("2026-12-31") {
///   print(try CalendarQuestion(device, from: from, to: to).answer().words)
/// }
/// ```
public struct CalendarQuestion: LogQuestion, Sendable {
  /// The device, its policy and the trigger; a launch where it names none. Its time does not count.
  public var device: CheckQuestion
  /// The first moment that is asked about; one without an offset is on the device's clock, in UTC for a fresh device.
  public var from: WindowDate
  /// The last moment that is asked about. Of a date alone the whole day counts.
  public var to: WindowDate

  /// Asks about a device over some time.
  public init(_ device: CheckQuestion, from: WindowDate, to: WindowDate) {
    (self.device, self.from, self.to) = (device, from, to)
  }

  /// Answers about a device that launches for the first time at each moment.
  ///
  /// - Throws: ``LogRefused`` where the device refuses the document.
  public func answer() throws -> CalendarAnswer { try outcome(for: nil).answer() }

  /// Answers about a device of a log, with all that it has seen.
  ///
  /// - Throws: ``LogRefused`` where the log has no such installation, or where the device refuses the document; what
  ///   reading the log throws.
  public func answer(in events: LoggedEvents) throws -> CalendarAnswer {
    try outcome(for: device.device(in: events.unread())).answer()
  }

  /// The answer, or the refusal of the document.
  package enum Outcome {
    case answered(CalendarAnswer)
    /// The findings about the document, and the device's reason; nil where the findings have it.
    case refused(_ findings: [Diagnostic], _ reason: Diagnostic?)

    fileprivate func answer() throws -> CalendarAnswer {
      switch self {
      case .answered(let answer): return answer
      case .refused(let findings, let reason):
        throw LogRefused(findings.filter { $0.severity == .error } + [reason].compactMap(\.self))
      }
    }
  }

  /// - Parameters:
  ///   - known: the device; nil for a device without a past.
  ///   - name: the document in messages.
  package func outcome(for known: LoggedDevice?, named name: String = "the document") -> Outcome {
    let offset = known?.offsetMinutes ?? 0
    let (first, last) = (from.moment(offsetMinutes: offset), to.lastMoment(offsetMinutes: offset))
    var asked = device
    // What it has seen stays as it was, also where the question is about a time before that.
    asked.time = DeviceTime(moment: max(first, known?.state.lastTime ?? first), offsetMinutes: offset)
    let trigger = device.operation == nil ? device.trigger ?? .launch : .operation
    switch asked.prepared(for: known, trigger, releasedUntil: last, named: name) {
    case .refused(let findings, let reason): return .refused(findings, reason)
    case .ready(let state, let source, let findings):
      let question = Question(
        trigger: trigger, now: DeviceTime(moment: first, offsetMinutes: offset), source: source,
        operation: device.operation)
      var answer = CalendarAnswer(findings: findings)
      var forecaster = Forecaster()
      forecaster.follow(question, until: last, in: state) { decision, _ in answer.add(decision) }
      return .answered(answer)
    }
  }
}

extension WindowDate {
  /// The last moment that the date names: of a date alone the last one of its day.
  package func lastMoment(offsetMinutes: Int) -> Timestamp {
    let moment = moment(offsetMinutes: offsetMinutes)
    let isDateAlone = text.trimmed.utf8.count == "yyyy-MM-dd".utf8.count
    return isDateAlone ? Timestamp(milliseconds: moment.milliseconds + LengthOfTime.day - 1) : moment
  }
}

/// What one device sees over some time: a stretch for each change.
public struct CalendarAnswer: LogAnswer {
  /// The findings about the document; empty for the policy in force.
  public let findings: [Diagnostic]
  /// The decisions at the beginnings of the stretches, in order.
  public private(set) var stretches: [Decision] = []

  fileprivate init(findings: [Diagnostic]) { self.findings = findings }

  fileprivate mutating func add(_ decision: Decision) {
    if let last = stretches.last, last.reason == decision.reason, last.prompt?.rule == decision.prompt?.rule,
      last.prompt?.kind == decision.prompt?.kind
    {
      return
    }
    stretches.append(decision)
  }

  /// A line for each stretch; the last one has no end.
  public var json: String {
    var output = JSONWriter()
    for (index, decision) in stretches.enumerated() {
      output.line {
        $0.member("from", decision.question.now.moment)
        $0.member("until", index + 1 < stretches.count ? stretches[index + 1].question.now.moment : nil)
        $0.member("reason", word: decision.reason)
        $0.member("show", optional: decision.prompt) { output, prompt in
          output.object {
            $0.member("rule", prompt.rule)
            $0.member("kind", word: prompt.kind)
          }
        }
      }
    }
    return output.string
  }

  /// A line for each stretch, by the device's clock.
  public var words: String { words(.plain) }

  package func words(_ style: Style) -> String {
    stretches.map { decision in
      let seen = decision.prompt.map { prompt in
        let name = "\(prompt.rule.string.shown) (\(prompt.kind.rawValue))"
        return prompt.kind.isBlocking ? style.red(name) : style.green(name)
      }
      return "\(style.dim("from \(decision.question.now.words)"))  \(seen ?? "nothing (\(decision.reason.rawValue))")\n"
    }.joined()
  }
}
