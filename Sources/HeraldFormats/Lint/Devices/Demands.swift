import Herald

/// All conditions of a rule on a device's properties: its filters, its target version, its languages.
struct Demands: Sendable {
  /// The filters, with the target version as a filter.
  let filters: [Filter]
  /// The segments that the rule is not for.
  let excluded: [Segment]
  /// The conditions in the order of the rule. A device that meets all has a text of the rule's own.
  let conditions: [ValueCondition]
  /// The same without the languages, where a variant or a force may have a text that the rule's own lack.
  let least: [ValueCondition]

  init(of rule: Rule, packageName: ExactString?) {
    filters = rule.propertyFilters(in: packageName)
    excluded = rule.pacing.segments.filter { !$0.isWanted }.map(\.segment)
    let filtering = filters.map { ValueCondition($0) }
    let others = [rule.pacing.forcedDescriptions].compactMap(\.self) + rule.pacing.variants.map(\.descriptions)
    conditions = filtering + [ValueCondition(text: rule.descriptions)]
    least = others.allSatisfy(\.entries.isEmpty) ? conditions : filtering
  }

  subscript(property: ExactString) -> [ValueCondition] { conditions.filter { $0.property == property } }
}

extension DeviceTerms {
  init(all conditions: [ValueCondition]) {
    self.init()
    for condition in conditions { add(condition) }
  }
}
