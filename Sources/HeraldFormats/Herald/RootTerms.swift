import Herald

/// The settings in the root of a document for all its rules together.
struct RootTerms {
  var segments: [ExactString: Segment] = [:]
  var groups: [ExactString: [FrequencyCap]] = [:]
  var caps: [FrequencyCap] = []
  var holdout: Holdout?
  var quietHours: QuietHours?
  /// The places of limits, holdout and quiet hours, by JSON pointer.
  var places: [String: DocumentPlace] = [:]

  /// The limits; nil for none.
  var attention: Attention? {
    let attention = Attention(
      caps: caps, groups: groups, holdout: holdout, quietHours: quietHours, places: places)
    return attention.isEmpty ? nil : attention
  }

  /// The rules with the limits that they share.
  func attached(to rules: [Rule]) -> [Rule] {
    guard let attention else { return rules }
    let shared = attention.over(rules)
    return rules.map { Rule($0, pacing: $0.pacing.with { $0.attention = shared }) }
  }

  static func segments(_ node: JSONNode) throws(ValueFault) -> [ExactString: Segment] {
    try members(node, SegmentKey.byName) { (name, node) throws(ValueFault) in
      guard let members = node.members else {
        throw ValueFault(node: node, pointer: "", expected: FilterKey.object.name)
      }
      var filters: [Filter] = []
      for member in members where !member.node.isNull {
        guard let filter = FilterKey.read(member) else {
          throw ValueFault(
            node: member.node, pointer: "/\(JSONPointer.token(member.name))", expected: "a text, a number or a boolean")
        }
        filters.append(filter)
      }
      return Segment(name: name, filters: filters)
    }
  }

  static func groups(_ node: JSONNode) throws(ValueFault) -> [ExactString: [FrequencyCap]] {
    try members(node, GroupKey.byName) { (_, node) throws(ValueFault) in
      try PartReader<GroupKey>(node, GroupKey.object).part(.frequencyCaps, PacingKeys.caps) ?? []
    }
  }

  static func holdout(_ node: JSONNode) throws(ValueFault) -> Holdout {
    let reader = try PartReader<HoldoutKey>(node, HoldoutKey.object)
    let id = try reader.required(.id) { $0.string.flatMap { $0.isBlank ? nil : $0 } }
    return Holdout(id: ExactString(id), share: try reader.required(.percent, RuleLimits.rollout))
  }

  static func quietHours(_ node: JSONNode) throws(ValueFault) -> QuietHours {
    let reader = try PartReader<QuietHoursKey>(node, QuietHoursKey.object)
    let (from, to) = (try reader.required(.from, RuleLimits.minute), try reader.required(.to, RuleLimits.minute))
    guard let hours = QuietHours(from: from, to: to) else {
      throw ValueFault(node: node, pointer: "", expected: "quiet hours with two different times of day")
    }
    return hours
  }

  /// The members of an object that are not `null`, each read.
  private static func members<Value>(
    _ node: JSONNode, _ object: ObjectReference, _ read: (ExactString, JSONNode) throws(ValueFault) -> Value
  ) throws(ValueFault) -> [ExactString: Value] {
    guard let members = node.members else { throw ValueFault(node: node, pointer: "", expected: object.name) }
    var values: [ExactString: Value] = [:]
    for member in members where !member.node.isNull {
      let name = ExactString(member.name)
      do throws(ValueFault) { values[name] = try read(name, member.node) } catch {
        throw error.below("/\(JSONPointer.token(member.name))")
      }
    }
    return values
  }
}
