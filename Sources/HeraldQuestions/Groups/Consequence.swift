import Herald

/// Finds the features that follow from the conditions of a question. Phones that were asked for because their clock was
/// set back share that, which says nothing new.
///
/// What a feature reads is in ``InstallationFeature/fields``. A feature follows if a condition names one of these, a part
/// of it, or what it is a part of.
struct Consequence {
  private var named: Set<FieldPath> = []
  /// The values that are compared with `==`, by field, for the fields whose other values do not follow.
  private var values: [FieldPath: Set<ExactString>] = [:]

  init(of conditions: [Condition]) {
    for condition in conditions { collect(condition) }
  }

  private mutating func collect(_ condition: Condition) {
    switch condition {
    case .both(let left, let right), .either(let left, let right):
      collect(left)
      collect(right)
    case .not(let condition): collect(condition)
    case .present(let path), .contains(let path, _): named.insert(path)
    case .compared(let path, let sign, let operand):
      named.insert(path)
      guard sign == .equal else { return }
      if case .text(let text) = operand { values[path, default: []].insert(text) }
      if case .any(let text, _, _) = operand { values[path, default: []].insert(text) }
    }
  }

  func contains(_ feature: InstallationFeature) -> Bool {
    feature.fields.contains { field in named.contains { $0.overlaps(field) } }
      || feature.compared.contains { values[FieldPath($0.path)]?.contains($0.value) ?? false }
  }
}

extension FieldPath {
  /// True if one is the other, or leads to it.
  fileprivate func overlaps(_ other: [ExactString]) -> Bool { zip(names, other).allSatisfy { $0 == $1 } }
}

extension InstallationFeature {
  /// The fields that the feature reads, as conditions name them.
  fileprivate var fields: [[ExactString]] {
    switch self {
    case .property(let name, _), .version(let name, _, _): [["properties", name]]
    case .language: [["properties", .deviceLanguage]]
    case .zone, .zoneChange: [["zone"]]
    case .policy, .accepted: [["policy"]]
    case .refused: [["refused"]]
    case .shown(let rule), .button(let rule, _): [["records", rule]]
    case .draw(let draw, _): [["draws", draw.name]]
    case .event(let type): Self.count(of: type).map { [["counts", $0]] } ?? []
    case .push: [["latch"], ["counts", "ignoredPushes"]]
    case .operation, .trigger, .failure: []
    case .gap: [["gaps"]]
    case .clockStep: [["counts", "clockSteps"]]
    case .fork: [["forked"]]
    case .refusedLines: [["refusedLines"]]
    case .firstDay: [["firstTime"]]
    case .lastDay: [["lastTime"]]
    }
  }

  /// The count of a state that an event of a type may raise; nil for none.
  private static func count(of type: ExactString) -> ExactString? {
    guard let known = EventType(rawValue: type.string) else { return "unknownEvents" }
    switch known {
    case .appLaunched: return "launches"
    case .appForegrounded: return "returns"
    case .operationAttempted: return "operations"
    case .buttonChosen: return "strayButtons"
    case .pushReceived: return "ignoredPushes"
    case .appBackgrounded, .userChanged, .fetchSucceeded, .fetchFailed, .promptShown: return nil
    }
  }

  /// The fields that have many values, with the value that the feature is about.
  fileprivate var compared: [(path: [ExactString], value: ExactString)] {
    switch self {
    case .shown(let rule), .button(let rule, _):
      [(["visible", "rule"], rule), (["decision", "show", "rule"], rule)]
    case .event(let type): [(["event", "type"], type)]
    case .operation(let operation): [(["event", "data", "operation"], operation)]
    case .trigger(let trigger):
      [["event", "trigger"], ["event", "data", "trigger"]].map { ($0, ExactString(trigger.rawValue)) }
    case .failure(let reason): [["event", "data", "reason"], ["failing", "reason"]].map { ($0, reason) }
    case .property, .version, .language, .zone, .zoneChange, .policy, .accepted, .refused, .draw, .push, .gap,
      .clockStep, .fork, .refusedLines, .firstDay, .lastDay:
      []
    }
  }
}
