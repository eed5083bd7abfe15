import Herald

/// Reads the values of keys that say when and how a rule asks, for rules of documents and for house rules.
enum PacingKeys {
  static func triggers(_ node: JSONNode) throws(ValueFault) -> RuleTriggers {
    let words = try node.elements(of: MannerShape.triggers) { (node) throws(ValueFault) in
      try node.read(as: .form(MannerShape.triggerForm), trigger)
    }
    return RuleTriggers(words.compactMap(\.trigger), operations: words.compactMap(\.operation))
  }

  private static func trigger(_ node: JSONNode) -> (trigger: Trigger?, operation: ExactString?)? {
    guard let word = node.string else { return nil }
    let prefix = "operation:"
    if word.utf8.starts(with: prefix.utf8) {
      let name = ExactString(String(decoding: word.utf8.dropFirst(prefix.utf8.count), as: UTF8.self))
      return name.isEmpty ? nil : (nil, name)
    }
    guard let trigger = Trigger.allCases.first(where: { ExactString($0.rawValue) == ExactString(word) }),
      trigger != .heartbeat
    else { return nil }
    return (trigger, nil)
  }

  /// - Parameter shape: ``MannerShape/changes``, or ``MannerShape/someChanges`` for an array that is not empty.
  static func changes(_ node: JSONNode, _ shape: ValueShape) throws(ValueFault) -> Set<VersionChange> {
    Set(
      try node.elements(of: shape) { (node) throws(ValueFault) in
        try node.read(as: .words(VersionChange.allCases.map(\.rawValue))) { node in
          node.string.flatMap { word in
            VersionChange.allCases.first { ExactString($0.rawValue) == ExactString(word) }
          }
        }
      })
  }

  static func weekdays(_ node: JSONNode) throws(ValueFault) -> Set<Weekday> {
    Set(
      try node.elements(of: MannerShape.weekdays) { (node) throws(ValueFault) in
        try node.read(as: .words(Weekday.allCases.map(\.rawValue))) { node in
          node.string.flatMap { word in Weekday.allCases.first { ExactString($0.rawValue) == ExactString(word) } }
        }
      })
  }

  /// The names of segments or groups, as they are written, with their elements.
  static func names(_ node: JSONNode) throws(ValueFault) -> [(name: ExactString, node: JSONNode)] {
    try node.elements(of: MannerShape.names) { (node) throws(ValueFault) in
      (ExactString(try node.read(as: .text, \.string)), node)
    }
  }

  static func caps(_ node: JSONNode) throws(ValueFault) -> [FrequencyCap] {
    try node.elements(of: MannerShape.caps) { (node) throws(ValueFault) in
      let reader = try PartReader<CapKey>(node, CapKey.object)
      return FrequencyCap(
        count: try reader.required(.cap) { Coercion.integer($0).flatMap { (1...32).contains($0) ? $0 : nil } },
        period: try reader.required(.periodInHours, RuleLimits.positiveHours))
    }
  }

  static func phases(_ node: JSONNode) throws(ValueFault) -> WrittenPhases {
    let reader = try PartReader<PhaseKey>(node, PhaseKey.object)
    let startAt = try reader.value(.startAt, RuleLimits.date)
    let steps = try reader.part(.steps) { (node) throws(ValueFault) in
      try node.elements(of: MannerShape.steps) { (node) throws(ValueFault) in
        try node.read(as: .lenient(.number(0...100)), RuleLimits.rollout)
      }
    }
    return WrittenPhases(
      startAt: startAt, steps: steps ?? PhaseKey.defaultSteps,
      interval: try reader.value(.intervalInHours, RuleLimits.positiveHours) ?? 24 * LengthOfTime.hour,
      pausedAt: try reader.value(.pausedAt, RuleLimits.date))
  }

  /// The phases of a rule, which has to say when they start.
  static func phasesFromStart(_ node: JSONNode) throws(ValueFault) -> RolloutPhases {
    guard let phases = try Self.phases(node).from(nil) else {
      throw try PartReader<PhaseKey>(node, PhaseKey.object).missing(.startAt)
    }
    return phases
  }

  static func deadline(_ node: JSONNode) throws(ValueFault) -> Deadline {
    let reader = try PartReader<DeadlineKey>(node, DeadlineKey.object)
    let becomes = try reader.value(.becomes) { node -> PromptKind? in
      switch node.string {
      case "force": .force
      case "exit": .exit
      default: nil
      }
    }
    let reminders = try reader.part(.reminders) { (node) throws(ValueFault) in
      try node.elements(of: MannerShape.reminders) { (node) throws(ValueFault) in
        let reader = try PartReader<ReminderKey>(node, ReminderKey.object)
        return Deadline.Reminder(
          within: try reader.required(.withinHours, RuleLimits.positiveHours),
          period: try reader.required(.displayPeriodInHours, RuleLimits.displayPeriod))
      }
    }
    let at = try reader.value(.at, RuleLimits.date)
    let grace = try reader.value(.graceInHours, RuleLimits.positiveHours)
    let deadline = Deadline(
      at: at, afterFirstShown: try reader.value(.afterFirstShownInHours, RuleLimits.positiveHours),
      deferrals: try reader.value(.deferrals) { Coercion.integer($0).flatMap { $0 >= 1 ? $0 : nil } },
      grace: grace, becomes: becomes ?? .force, reminders: reminders ?? [])
    guard let deadline else {
      throw ValueFault(
        node: node, pointer: "", expected: "a deadline with `at`, `afterFirstShownInHours` or `deferrals`")
    }
    if grace != nil, at == nil {
      throw ValueFault(node: node, pointer: "", expected: "a deadline with `at`, which `graceInHours` needs")
    }
    return deadline
  }
}

/// A rollout in steps as it is written, whose start may be missing.
struct WrittenPhases {
  let startAt: WindowDate?
  let steps: [Int]
  let interval: Int64
  let pausedAt: WindowDate?

  /// The phases; nil where neither they nor the release name a start.
  func from(_ release: WindowDate?) -> RolloutPhases? {
    (startAt ?? release).flatMap {
      RolloutPhases(startAt: $0, steps: steps, interval: interval, pausedAt: pausedAt, isFromRelease: startAt == nil)
    }
  }
}
