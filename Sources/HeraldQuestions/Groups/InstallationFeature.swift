import Herald

/// A feature of an installation, which a group may share and others lack.
enum InstallationFeature: Hashable, Sendable {
  /// A property at a launch; nil for an installation that lacks one that others have.
  case property(ExactString, ExactString?)
  /// The first numbers of the version that a property has, such as `6.1` of `6.1.3`.
  case version(ExactString, numbers: Int, ExactString)
  /// The primary subtag of the device's language.
  case language(ExactString)
  /// The offset of the device's clock from UTC, in minutes.
  case zone(Int)
  /// Events in two zones.
  case zoneChange
  /// The digest of the document in force; nil for none.
  case policy(ExactString?)
  /// The digest of a document that came into force.
  case accepted(ExactString)
  /// The digest of a document that did not come into force, and why.
  case refused(ExactString, RefusalReason)
  /// A rule whose prompt was shown.
  case shown(ExactString)
  /// A button that was chosen on a rule's prompt.
  case button(rule: ExactString, ExactString)
  /// A drawn number from one bound to below another.
  case draw(Draw, Range<Int>)
  /// An event of a type, known or not.
  case event(ExactString)
  /// A critical action that the user began.
  case operation(ExactString)
  /// A fetch with a trigger.
  case trigger(FetchTrigger)
  /// A failed fetch, with the word for why.
  case failure(ExactString)
  /// A push that was latched, or was ignored for a reason.
  case push(PushOutcome)
  /// A revision that is missing.
  case gap
  /// A clock that was set back.
  case clockStep
  /// Lines that contradict others.
  case fork
  /// Lines that were not taken.
  case refusedLines
  /// The day of the first event.
  case firstDay(SplitDays)
  /// The day of the last event.
  case lastDay(SplitDays)

  /// The effect of a push.
  enum PushOutcome: Hashable, Sendable {
    case latched
    case ignored(IgnoredEvent)

    var word: String {
      switch self {
      case .latched: "latched"
      case .ignored(let reason): reason.rawValue
      }
    }
  }

  /// The days on one side of a split, as numbers since 1970-01-01 in UTC.
  enum SplitDays: Hashable, Sendable {
    case from(Int)
    case before(Int)

    var day: Int {
      switch self {
      case .from(let day), .before(let day): day
      }
    }

    func contains(_ other: Int) -> Bool {
      switch self {
      case .from(let day): other >= day
      case .before(let day): other < day
      }
    }
  }

  /// True for the days of a split. Answers have only the least likely split of each kind of day.
  var isSplit: Bool {
    if case .firstDay = self { return true }
    if case .lastDay = self { return true }
    return false
  }
}

/// The order of features of the same installations, and of features that are equally likely.
extension InstallationFeature: Comparable {
  /// By the feature's place in this list, then by its values.
  static func < (left: Self, right: Self) -> Bool { left.place < right.place }

  fileprivate struct Place: Comparable {
    let kind: Int
    var texts: [ExactString] = []
    var numbers: [Int] = []

    static func < (left: Place, right: Place) -> Bool {
      if left.kind != right.kind { return left.kind < right.kind }
      if left.texts != right.texts { return left.texts.lexicographicallyPrecedes(right.texts) }
      return left.numbers.lexicographicallyPrecedes(right.numbers)
    }
  }

  private var place: Place {
    switch self {
    case .property(let name, let value): Place(kind: 0, texts: [name] + (value.map { [$0] } ?? []))
    case .version(let name, let numbers, let value): Place(kind: 1, texts: [name, value], numbers: [numbers])
    case .language(let language): Place(kind: 2, texts: [language])
    case .zone(let minutes): Place(kind: 3, numbers: [minutes])
    case .zoneChange: Place(kind: 4)
    case .policy(let digest): Place(kind: 5, texts: digest.map { [$0] } ?? [])
    case .accepted(let digest): Place(kind: 6, texts: [digest])
    case .refused(let digest, let reason): Place(kind: 7, texts: [digest, ExactString(reason.rawValue)])
    case .shown(let rule): Place(kind: 8, texts: [rule])
    case .button(let rule, let button): Place(kind: 9, texts: [rule, button])
    case .draw(let draw, let numbers):
      Place(kind: 10, texts: [draw.name], numbers: [numbers.lowerBound, numbers.upperBound])
    case .event(let type): Place(kind: 11, texts: [type])
    case .operation(let operation): Place(kind: 12, texts: [operation])
    case .trigger(let trigger): Place(kind: 13, texts: [ExactString(trigger.rawValue)])
    case .failure(let reason): Place(kind: 14, texts: [reason])
    case .push(let outcome): Place(kind: 15, texts: [ExactString(outcome.word)])
    case .gap: Place(kind: 16)
    case .clockStep: Place(kind: 17)
    case .fork: Place(kind: 18)
    case .refusedLines: Place(kind: 19)
    case .firstDay(let days): days.place(kind: 20)
    case .lastDay(let days): days.place(kind: 21)
    }
  }
}

extension InstallationFeature.SplitDays {
  fileprivate func place(kind: Int) -> InstallationFeature.Place {
    switch self {
    case .from(let day): InstallationFeature.Place(kind: kind, numbers: [day, 0])
    case .before(let day): InstallationFeature.Place(kind: kind, numbers: [day, 1])
    }
  }
}
