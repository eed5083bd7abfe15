public import Herald
package import HeraldLog

/// A question about many installations: for which of them does a condition hold (`herald find`)?
///
/// ```swift
/// var question = FindQuestion(where: try Condition("refused.reason == rollback"))
/// question.user = "ada"
/// let found = try question.answer(in: LoggedEvents(path: "fleet.sqlite"))
/// print(found.words)
/// ```
public struct FindQuestion: LogQuestion, Sendable {
  /// The condition, as for ``BisectQuestion``; nil for every installation.
  public var condition: Condition?
  /// A part of the name of a user, in any case: of one whom the installation had by the moment that is asked about.
  public var user: ExactString?
  /// Another name of this user, under which a server stores it; nil for none.
  package var pseudonym: ExactString?
  /// The moment that is asked about.
  public var moment: Moment
  /// The most installations that the answer lists; nil for all as JSON, and for ``FindQuestion/listedInWords`` in words.
  public var limit: Int?
  /// Number of threads that may work on a ledger.
  public var jobs = 1
  /// The condition as it was written, for commands in the words; nil where they name none.
  package var written: String?
  /// The lines that a server refused, by installation; nil where no server did.
  package var refusals: [ExactString: LineRefusals]?

  /// The moment at which a condition is asked.
  public enum Moment: Hashable, Sendable {
    /// The end of each stream.
    case end
    /// Before the first event later than this; of installations with an event by then.
    case time(Timestamp)
    /// After any event.
    case ever
  }

  /// The installations that words list where no limit is given.
  public static let listedInWords = 20

  /// Asks for which installations a condition holds.
  ///
  /// - Parameters:
  ///   - condition: the condition; nil for every installation.
  ///   - moment: the moment that is asked about.
  public init(where condition: Condition? = nil, at moment: Moment = .end) {
    self.condition = condition
    self.moment = moment
  }

  /// Answers in memory; many installations have a long answer as JSON.
  ///
  /// - Throws: what reading the events throws.
  public func answer(in events: LoggedEvents) throws -> FindAnswer {
    let answer = BufferedAnswer()
    let held = try self.answer(in: events, to: answer.sink)
    return FindAnswer(json: answer.json, words: answer.words, held: held)
  }

  /// Sends the answer: the installations by their last events, the newest first.
  ///
  /// - Returns: true if the condition holds for an installation.
  /// - Throws: what reading the events throws.
  @discardableResult
  public func answer(in events: LoggedEvents, to sink: AnswerSink) throws -> Bool {
    let (found, events) = try fold(events)
    let listed = limit ?? (sink.form.hasJSON ? found.held.count : Self.listedInWords)
    let told = Array(found.held.prefix(listed))
    let names = try EventNames(of: told.compactMap(\.wanted), in: events)
    try FindReport(self, of: events.name, sink).send(found, told, names)
    found.remarks.forEach { events.report($0.diagnostic) }
    return !found.held.isEmpty
  }

  /// The installations in the order of the answer, and the events that were read.
  func fold(_ events: LoggedEvents) throws -> (found: FindFold, read: LoggedEvents) {
    var events = try events.unread().needingEvents()
    var known = refusals
    if condition?.needs.contains(.refusals) == true, known == nil {
      (known, events) = try events.readingRefusals()
    }
    var fold = FindFold(condition, isEver: moment == .ever, refusals: known)
    (fold.user, fold.pseudonym) = (user, pseudonym)
    var end: ReplayLimit?
    if case .time(let time) = moment {
      end = .time(time)
      fold.needsAnEvent = true
    }
    try events.fold(into: &fold, until: end, inAnyOrder: true, jobs: jobs)
    fold.sort()
    return (fold, events)
  }
}

/// The installations for which a condition holds.
public struct FindAnswer: LogAnswer, Sendable {
  /// A line for each installation, and a summary.
  public let json: String
  /// The first installations, the groups that they form, and the figures.
  public let words: String
  /// True if the condition holds for an installation.
  public let held: Bool
}
