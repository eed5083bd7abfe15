public import Herald
import HeraldFormats
import HeraldLog

/// A question about two documents and every device that there could be: whom does the later one show something else
/// (`herald analyze POLICY --against OTHER`)?
///
/// ```swift
/// let answer = try AgainstQuestion(document, named: "policy.json", against: other, named: "policy-11.json").answer()
/// for change in answer.changes { print(change.devices) }
/// ```
///
/// Both are asked the same questions, with the same draws, after the same prompts and answers, until what they show is
/// of another kind or leads elsewhere. Each change is proved by two logs that differ in the document alone.
public struct AgainstQuestion: Sendable {
  /// The later document, with the address and store page that fetches name.
  public var document: Document
  /// The earlier document.
  public var other: Document
  /// The name of the later document in answers.
  public var file: String
  /// The name of the earlier document in answers.
  public var otherFile: String
  /// The moment from which time counts; nil for all time.
  public var start: Timestamp?
  /// The devices that count; nil for all.
  public var assumption: DeviceAssumption?
  /// Number of threads that may work on a ledger.
  public var jobs = 1

  /// Asks about two documents.
  ///
  /// - Parameters:
  ///   - document: the later document.
  ///   - file: its name in answers.
  ///   - other: the earlier document.
  ///   - otherFile: its name in answers.
  public init(_ document: Document, named file: String, against other: Document, named otherFile: String) {
    (self.document, self.file, self.other, self.otherFile) = (document, file, other, otherFile)
  }

  /// Answers from the documents alone.
  ///
  /// - Throws: ``LogRefused`` where one of them is refused; ``AssumptionRefused`` where no device of their app meets
  ///   the assumption.
  public func answer() throws -> AgainstAnswer { try AnalysisWork.bounded { try answerWithin() } }

  private func answerWithin() throws -> AgainstAnswer {
    let (before, leftOutBefore) = try other.reading(named: otherFile)
    let (later, leftOut) = try document.reading(named: file)
    let policies = [before, later]
    let documents: [(policy: Policy, document: Document)] = [(policies[0], other), (policies[1], document)]
    let space = SituationSpace(
      of: policies, within: try AnalyzeScope(from: start, assuming: assumption, of: policies))
    let possible = PossibleChanges(Courses(of: documents, in: space), of: policies)
    var search = ChangeSearch(space, documents, from: start)
    var changes: [DocumentChange] = []
    var open: [PossibleChanges.Kind] = []
    for (kind, places) in possible.fresh.inOrder {
      if let change = search.fresh(kind, places) { changes.append(change) } else { open.append(kind) }
    }
    for (kind, places) in possible.later.inOrder {
      let isTold = changes.contains { change in
        change.before == kind.before && change.after == kind.after && [.often, kind.differs].contains(change.differs)
      }
      if isTold { continue }
      if let change = search.later(kind, places) { changes.append(change) } else { open.append(kind) }
    }
    return AgainstAnswer(
      file: file, otherFile: otherFile, changes: changes, open: open,
      limit: possible.limit ?? AnalysisWork.limit, limitOfTexts: possible.limitOfTexts, assumption: assumption,
      otherApp: policies[1].packageName == nil || before.packageName == policies[1].packageName
        ? nil : before.packageName, leftOut: leftOut, leftOutBefore: leftOutBefore)
  }
}

extension Document {
  /// The policy that the document becomes.
  ///
  /// - Parameter file: the document's name in errors.
  /// - Throws: ``LogRefused`` where the document is refused.
  func policy(named file: String) throws -> Policy { try reading(named: file).policy }

  /// The policy that the document becomes, and the number of findings that leave out a rule or a part of one: errors, and
  /// the warning of an update without a destination.
  func reading(named file: String) throws -> (policy: Policy, leftOut: Int) {
    let read = Formats.read(self)
    guard case .accepted(let policy) = read.reading else {
      throw LogRefused(
        read.diagnostics.filter { $0.severity == .error }.map { diagnostic in
          var named = diagnostic
          named.file = named.file ?? file
          return named
        })
    }
    let noURL = Diagnostic.Code(DocumentCode.noUrl)
    return (policy, read.diagnostics.count { $0.severity == .error || $0.code == noURL })
  }
}

extension [PossibleChanges.Kind: [PossibleChanges.Place]] {
  /// The changes, the strictest prompts first.
  fileprivate var inOrder: [(PossibleChanges.Kind, [PossibleChanges.Place])] {
    func rank(_ kind: PossibleChanges.Kind) -> [Int] {
      let places = DocumentChange.Difference.allCases.firstIndex(of: kind.differs) ?? 0
      return [-PromptKind.strictness(of: kind.after), -PromptKind.strictness(of: kind.before), places]
    }
    return sorted { rank($0.key).lexicographicallyPrecedes(rank($1.key)) }.map { ($0.key, $0.value) }
  }
}

/// A kind of change from one document to another, with the devices that see it.
public struct DocumentChange: Sendable {
  /// The property in which the prompts differ.
  public enum Difference: String, CaseIterable, Sendable {
    case kind, destination, text
    /// They differ after other prompts alone, because one document's limits are others.
    case often
  }

  /// The kind of the prompt under the earlier document; nil for nothing.
  public let before: PromptKind?
  /// The kind under the later one; nil for nothing.
  public let after: PromptKind?
  /// The property in which they differ.
  public let differs: Difference
  /// The devices and occasions, in words.
  public let devices: String
  /// Two logs that differ in the document alone, and part at the decision that is meant.
  public let witness: WitnessPair
}

/// Two logs that differ in the document alone, and part at the decision that is meant.
public struct WitnessPair: Sendable {
  /// The log that brings the earlier document.
  public let before: AnalyzeWitness
  /// The log that brings the later one.
  public let after: AnalyzeWitness
}

/// The answer for two documents.
public struct AgainstAnswer: LogAnswer, Sendable {
  /// A statement about both that is part of each answer.
  public enum Statement: String, CaseIterable, Sendable {
    case equivalent, showsNoMore, forcesNoMore, exitsNoMore

    /// True if a change from one kind to another breaks the statement.
    func isBroken(by before: PromptKind?, _ after: PromptKind?) -> Bool {
      switch self {
      case .equivalent: true
      case .showsNoMore: before == nil && after != nil
      case .forcesNoMore: !(before?.isBlocking ?? false) && after?.isBlocking ?? false
      case .exitsNoMore: before != .exit && after == .exit
      }
    }
  }

  /// The name of the later document.
  public let file: String
  /// The name of the earlier document.
  public let otherFile: String
  /// The kinds of change, the strictest prompts first.
  public let changes: [DocumentChange]
  /// The changes that may be after other prompts, and that no log was found for.
  let open: [PossibleChanges.Kind]
  /// The reason why changes may be missing, as a clause; nil if none are.
  let limit: String?
  /// The reason why changes of texts alone may be missing, as a clause; nil if none are.
  let limitOfTexts: String?
  /// The devices that the answer speaks of; nil for all.
  public let assumption: DeviceAssumption?
  /// The app of the earlier document where it is another one, so that every device refuses that document; else nil.
  public let otherApp: ExactString?
  /// The number of findings in the later document that leave out a rule, or a part of a rule.
  public let leftOut: Int
  /// The same of the earlier document.
  public let leftOutBefore: Int

  /// The verdict on a statement.
  public func verdict(on statement: Statement) -> StatementVerdict {
    if changes.contains(where: { statement.isBroken(by: $0.before, $0.after) }) { return .doesNotHold }
    if let limit = limit ?? (statement == .equivalent ? limitOfTexts : nil) { return .notDecided(limit) }
    guard let kind = open.first(where: { statement.isBroken(by: $0.before, $0.after) }) else { return .holds }
    let step = "from \(PromptKind.noun(of: kind.before)) to \(PromptKind.noun(of: kind.after))"
    return .notDecided("no log was found that leads \(step), and nothing rules it out")
  }
}

/// The verdict on a statement about every device.
public enum StatementVerdict: Sendable {
  /// The words of all verdicts.
  public static let words = ["holds", "doesNotHold", "notDecided"]

  case holds
  case doesNotHold
  /// The limit that was met, as a clause.
  case notDecided(String)

  /// A statement that nothing breaks holds, unless a limit was met.
  static func unless(_ limit: String?) -> StatementVerdict { limit.map { .notDecided($0) } ?? .holds }

  /// The word for it in JSON.
  public var word: String {
    switch self {
    case .holds: "holds"
    case .doesNotHold: "doesNotHold"
    case .notDecided: "notDecided"
    }
  }
}

extension PromptKind {
  /// The place of a kind among all, from nothing at 0 to an exit.
  static func strictness(of kind: PromptKind?) -> Int { kind.map { $0.strictness + 1 } ?? 0 }

  /// A kind with its article, such as `a forced update`.
  static func noun(of kind: PromptKind?) -> String {
    switch kind {
    case nil: "nothing"
    case .exit?: "an end of service"
    case .force?: "a forced update"
    case .optional?: "an optional update"
    case .message?: "a message"
    }
  }
}
