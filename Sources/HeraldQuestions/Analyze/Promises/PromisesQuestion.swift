public import Herald
import HeraldFormats
import HeraldLog

/// A question about every device that there could be: does a document keep some promises
/// (`herald analyze POLICY --promises FILE`)?
///
/// ```swift
/// let promises = try PromiseFile(text, named: "promises.json").promises
/// let answer = try PromisesQuestion(document, named: "policy.json", promises, named: "promises.json").answer()
/// for answer in answer.promises { print(answer.promise.text, answer.verdict.word) }
/// ```
public struct PromisesQuestion: Sendable {
  /// The document, with the address and store page that fetches name.
  public var document: Document
  /// The document's name in answers.
  public var file: String
  /// The statements.
  public var promises: [Promise]
  /// The name of the file of statements in errors.
  public var promisesFile: String
  /// The documents that statements name with `against`, by that name.
  public var others: [String: Document] = [:]
  /// The moment from which time counts; nil for all time.
  public var start: Timestamp?
  /// The devices that count; nil for all.
  public var assumption: DeviceAssumption?
  /// Number of threads that may work on a ledger.
  public var jobs = 1

  /// Asks about a document.
  ///
  /// - Parameters:
  ///   - document: the document.
  ///   - file: its name in answers.
  ///   - promises: the statements.
  ///   - promisesFile: the name of their file in errors.
  public init(_ document: Document, named file: String, _ promises: [Promise], named promisesFile: String) {
    (self.document, self.file, self.promises, self.promisesFile) = (document, file, promises, promisesFile)
  }

  /// Answers from the documents alone.
  ///
  /// - Throws: ``LogRefused`` where a document is refused; ``PromisesRefused`` where a statement names a rule or a
  ///   document that there is not, or a misspelt property; ``AssumptionRefused`` where the assumption does not fit the
  ///   document.
  public func answer() throws -> PromisesAnswer { try AnalysisWork.bounded { try answerWithin() } }

  private func answerWithin() throws -> PromisesAnswer {
    let (policy, leftOut) = try document.reading(named: file)
    let scope = try AnalyzeScope(from: start, assuming: assumption, of: [policy])
    let answers = try promises.enumerated().map { try answer($1, number: $0 + 1, policy, within: scope) }
    return PromisesAnswer(file: file, promises: answers, assumption: assumption, leftOut: leftOut)
  }

  /// The answer for a statement.
  ///
  /// - Parameter number: the place of the statement in its file, from 1.
  func answer(
    _ promise: Promise, number: Int, _ policy: Policy, within scope: AnalyzeScope
  ) throws -> PromisesAnswer.PromiseAnswer {
    try check(promise, for: policy)
    var (verdict, witness) = try judge(promise, policy, within: scope)
    // A log proves what it shows. All else rests on what was looked at.
    if witness == nil, let limit = AnalysisWork.limit { verdict = .notDecided(limit) }
    return PromisesAnswer.PromiseAnswer(number: number, promise: promise, verdict: verdict, witness: witness)
  }

  private func judge(
    _ promise: Promise, _ policy: Policy, within scope: AnalyzeScope
  ) throws -> (StatementVerdict, PromisesAnswer.Witness?) {
    switch promise.form {
    case .every(let filters, let sight, let date):
      return EveryPromise(filters, sight, by: date).judge(policy, document, within: scope)
    case .canLeave(let filters, let exitsAlone):
      return CanLeavePromise(filters, exitsAlone: exitsAlone).judge(policy, document, within: scope)
    case .reachable(let rule):
      // Rules of several systems may have one id.
      let places = policy.rules.indices.filter { policy.rules[$0].id == rule }
      guard !places.isEmpty else { throw noRule(rule, promise, policy) }
      var search = WitnessSearch(DocumentDevices(policy, document, within: scope))
      var limit: String?
      for place in places {
        switch search.rule(place).verdict {
        case .shown(let witness): return (.holds, .one(witness))
        case .never: break
        case .notDecided(let own): limit = own
        }
      }
      return (limit.map { .notDecided($0) } ?? .doesNotHold, nil)
    case .isAsked(let filters, let count, let length, let kinds):
      return IsAskedPromise(filters, moreThan: count, within: length, kinds).judge(policy, document, within: scope)
    case .noMore(let statement, let name):
      guard let other = others[name] else { throw noDocument(name, promise) }
      var question = AgainstQuestion(document, named: file, against: other, named: name)
      (question.start, question.assumption) = (start, assumption)
      let answer = try question.answer()
      let change = answer.changes.first { statement.isBroken(by: $0.before, $0.after) }
      return (answer.verdict(on: statement), change.map { .pair($0.witness) })
    }
  }

  /// - Throws: ``PromisesRefused`` for a property that is probably misspelt: no device is known to send it, the policy
  ///   does not read it, and a known one has almost the same name.
  private func check(_ promise: Promise, for policy: Policy) throws {
    let unknown = promise.filters.map(\.property).filter { !KnownProperties.isKnown($0.string) }
    if unknown.isEmpty { return }
    let read = [policy].readProperties
    for property in unknown where !read.contains(property) {
      guard let meant = KnownProperties.meant(by: property.string) else { continue }
      throw PromisesRefused(diagnostics: [
        Diagnostic(
          PromiseCode.promiseOfUnknownProperty, .error, what: "A promise is about the property `\(property)`.",
          file: promisesFile, place: promise.place,
          why: "no device is known to send it, and the policy does not read it", fix: "write `\(meant)`")
      ])
    }
  }

  private func noRule(_ rule: ExactString, _ promise: Promise, _ policy: Policy) -> PromisesRefused {
    let known = policy.rules.map { $0.id.string.shown }.joined(separator: ", ")
    return PromisesRefused(diagnostics: [
      Diagnostic(
        PromiseCode.promiseOfNoRule, .error, what: "A promise is about `\(rule)`, which `\(file)` does not have.",
        file: promisesFile, place: promise.place, why: "no valid rule of the document has this id",
        fix: known.isEmpty ? "leave the promise out, since the document has no rule" : "name one of: \(known)")
    ])
  }

  private func noDocument(_ name: String, _ promise: Promise) -> PromisesRefused {
    PromisesRefused(diagnostics: [
      Diagnostic(
        PromiseCode.invalidPromise, .error, what: "A promise compares with `\(name)`, which was not read.",
        file: promisesFile, place: promise.place, why: "the document is not there",
        fix: "name a document by its path from the folder of the promises")
    ])
  }
}

/// The answer for promises: a verdict on each.
public struct PromisesAnswer: LogAnswer, Sendable {
  /// A statement and the verdict on it.
  public struct PromiseAnswer: Sendable {
    /// The place of the statement in its file, from 1.
    public let number: Int
    /// The statement.
    public let promise: Promise
    /// The verdict.
    public let verdict: StatementVerdict
    /// The log, or the two logs, that show it; nil where none does.
    public internal(set) var witness: Witness?
    /// The reason of a verdict that needs no log, as a clause; nil for another one.
    public internal(set) var reason: String?

    /// True if the statement holds.
    package var isKept: Bool { if case .holds = verdict { true } else { false } }
    /// True if it compares with the policy in force, and there is none.
    package internal(set) var hasNothingToCompare = false
    /// True if the statement stops a draft.
    package var stopsDraft: Bool { !isKept && !hasNothingToCompare }
  }

  /// The logs that prove a verdict.
  public enum Witness: Sendable {
    case one(AnalyzeWitness)
    case pair(WitnessPair)
  }

  /// The document's name.
  public let file: String
  /// The statements, in order.
  public let promises: [PromiseAnswer]
  /// The devices that the answer speaks of; nil for all.
  public let assumption: DeviceAssumption?
  /// The number of findings in the document that leave out a rule, or a part of a rule.
  public let leftOut: Int

  /// The bounds within which histories are lived: 60 days, and 12 questions or waits, or one more than prompts allowed.
  static func horizon(of promise: Promise) -> (days: Int, steps: Int) {
    if case .isAsked(_, let count, _, _) = promise.form { return (60, max(12, count + 1)) }
    return (60, 12)
  }

  /// True if every statement holds.
  public var areKept: Bool { promises.allSatisfy(\.isKept) }
}
