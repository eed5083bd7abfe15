import Herald
import HeraldQuestions

/// A group of installations that a figure on the page of a fleet counts. Its condition finds the same installations.
///
/// ``FleetPhones`` counts them as the condition would: after each event, or at the end.
enum PhoneGroup: Hashable {
  /// Every installation.
  case all
  /// At the end, by the app's version; nil for none.
  case version(ExactString?)
  /// At the end, of those whose last fetches failed, by the last reason and status; nil where they are not known.
  case failing(reason: ExactString?, status: Int?)
  /// At the end, of those whose last fetches failed, by the day of UTC of the first; nil where it is not known.
  case failingSince(day: Int?)
  /// Shown any prompt, at any time.
  case shown
  case shownKind(PromptKind)
  case shownRule(ExactString)
  /// Answered “update” or “open” to a prompt of a kind, at any time.
  case accepted(PromptKind)
  /// A decision looked at a rule, at any time.
  case lookedAt(ExactString)
  /// A rule failed a test first in a decision, at any time.
  case blocked(ExactString, RuleTest)
  /// A decision ended for a reason, at any time.
  case ended(DecisionReason)
}

/// A search that finds the installations of a figure.
struct PhoneSearch: Hashable {
  /// The condition.
  let condition: String
  /// True for those for whom it ever held, and not only at the end.
  var isEver = false
}

extension PhoneSearch {
  /// Asks for the policy in force at the end; nil for none.
  init(holding digest: ExactString?) {
    self.init(condition: "policy\(digest.map { ".digest == \($0.quoted)" } ?? " == null")")
  }

  /// Names each installation of a list; nil where the list does not have all of them.
  init?(naming sort: NotableInstallations.Sort) {
    guard !sort.entries.isEmpty, sort.count == sort.entries.count else { return nil }
    self.init(condition: sort.entries.map { "source == \($0.source.quoted)" }.joined(separator: " or "))
  }
}

extension PhoneGroup {
  var search: PhoneSearch {
    switch self {
    case .all: PhoneSearch(condition: "source != null")
    case .version(let version): PhoneSearch(condition: Self.version(version))
    case .failing(let reason, let status):
      PhoneSearch(
        condition: "failures > 0 and failing.reason == \(reason?.quoted ?? "null") and failing.status == "
          + (status.map(String.init) ?? "null"))
    case .failingSince(let day):
      PhoneSearch(condition: "failures > 0 and \(day.map(Self.since) ?? "failing.since == null")")
    case .shown: PhoneSearch(condition: "event.type == prompt.shown", isEver: true)
    case .shownKind(let kind): Self.shown("event.kind == \(kind.rawValue)")
    case .shownRule(let rule): Self.shown("visible.rule == \(rule.quoted)")
    case .accepted(let kind):
      PhoneSearch(
        condition: "event.type == button.chosen and event.kind == \(kind.rawValue) and "
          + "(event.data.button == update or event.data.button == open)", isEver: true)
    case .lookedAt(let rule):
      PhoneSearch(condition: "\(FieldPath(["decision", "rules", rule])) != null", isEver: true)
    case .blocked(let rule, let test):
      PhoneSearch(
        condition: "\(FieldPath(["decision", "rules", rule, "failed"])) == \(test.rawValue)", isEver: true)
    case .ended(let reason): PhoneSearch(condition: "decision.reason == \(reason.rawValue)", isEver: true)
    }
  }

  private static func shown(_ more: String) -> PhoneSearch {
    PhoneSearch(condition: "event.type == prompt.shown and \(more)", isEver: true)
  }

  /// The search for who was shown prompts of a kind on some days of the device's clock.
  static func shown(_ kind: PromptKind, from first: Int, to last: Int) -> PhoneSearch {
    let (from, to) = (DeviceTime.dayNumber(ofDay: first), DeviceTime.dayNumber(ofDay: last))
    let days = first == last ? "event.day == \(from)" : "event.day >= \(from) and event.day <= \(to)"
    return shown("event.kind == \(kind.rawValue) and \(days)")
  }

  private static func since(day: Int) -> String {
    func time(_ day: Int) -> String { "\(DayBins.date(ofDay: day))T00:00:00Z" }
    return "failing.since >= \(time(day)) and failing.since < \(time(day + 1))"
  }

  private static func version(_ version: ExactString?) -> String {
    "properties.appVersionName == \(version?.quoted ?? "null")"
  }

  /// The search for the versions of a curve, of installations that were launched.
  ///
  /// - Parameter isWithout: true for all other versions.
  static func versions(_ versions: [ExactString?], isWithout: Bool = false) -> PhoneSearch {
    let parts = versions.map(version).joined(separator: " or ")
    let any = versions.count == 1 && !isWithout ? parts : "(\(parts))"
    return PhoneSearch(condition: "counts.launches > 0 and \(isWithout ? "not " : "")\(any)")
  }
}
