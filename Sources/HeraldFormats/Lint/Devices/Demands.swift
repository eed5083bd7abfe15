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
  /// The elements of ``Herald/VersionCondition/codeTerms``; one without conditions for a rule that compares no codes.
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
    // A rule about another app is not tested for codes.
    let comparesCodes = plain.contains { $0.property == .appVersionCode }
    let codeTerms = comparesCodes ? rule.condition.codeTerms : []
    codes = codeTerms.isEmpty ? [[]] : codeTerms.map { $0.terms.map(\.condition) }
    self.conditions = conditions + installed + texts
    least = conditions + (others.allSatisfy(\.entries.isEmpty) ? texts : [])
  }

  subscript(property: ExactString) -> [ValueCondition] { conditions.filter { $0.property == property } }
}

extension DeviceTerms {
  init(all conditions: [ValueCondition]) {
    self.init()
    for condition in conditions { add(condition) }
  }
}
