import Herald

/// All conditions of a rule on a device's properties: its filters, its target version, its languages.
struct Demands: Sendable {
  /// The filters, with the target version as a filter.
  let filters: [Filter]
  /// The segments that the rule is not for.
  let excluded: [Segment]
  /// The conditions in the order of the rule. A device that meets all, and one element of ``codes``, passes the rule's
  /// tests of the device.
  let conditions: [ValueCondition]
  /// The conditions that every device meets which may see the rule. The languages are left out where a variant or a
  /// force may have a text that the rule's own lack.
  let least: [ValueCondition]
  /// Conditions on the version code. A device meets all of one element: its code is low enough, or its system has no
  /// codes and it tells none. One empty element for a rule that compares no codes.
  let codes: [[ValueCondition]]
  /// The test `installed` as a filter. It compares letter by letter, so that other filters on its property tell apart
  /// what it does not.
  let installed: [ValueCondition]

  init(of rule: Rule, packageName: ExactString?) {
    func filters(_ tests: [RuleTest]) -> [Filter] { tests.flatMap { $0.filters(of: rule, in: packageName) } }
    let plain = filters(RuleTest.allCases.filter { $0 != .installed })
    self.filters = rule.propertyFilters(in: packageName)
    excluded = rule.pacing.segments.filter { !$0.isWanted }.map(\.segment)
    installed = filters([.installed]).map { ValueCondition($0) }
    let texts = [ValueCondition(text: rule.descriptions)]
    let others = [rule.pacing.forcedDescriptions].compactMap(\.self) + rule.pacing.variants.map(\.descriptions)
    let conditions = plain.map { ValueCondition($0) }
    codes = Self.codes(of: rule, among: plain)
    self.conditions = conditions + installed + texts
    least = conditions + (others.allSatisfy(\.entries.isEmpty) ? texts : [])
  }

  private static func codes(of rule: Rule, among filters: [Filter]) -> [[ValueCondition]] {
    guard case .below(_, let code?) = rule.condition, filters.contains(where: { $0.property == .appVersionCode }) else {
      return [[]]
    }
    let without = [
      Filter(property: .appVersionCode, text: "''"), Filter(property: .deviceOsName, text: "!android, !''"),
    ]
    return [[Filter(property: .appVersionCode, text: "<\(code)")], without].map { $0.map { ValueCondition($0) } }
  }

  subscript(property: ExactString) -> [ValueCondition] { conditions.filter { $0.property == property } }
}

extension DeviceTerms {
  init(all conditions: [ValueCondition]) {
    self.init()
    for condition in conditions { add(condition) }
  }
}
