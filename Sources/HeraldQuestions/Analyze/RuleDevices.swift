import Herald
import HeraldFormats

/// The devices that one rule is for, as conjunctions of conditions on single properties.
struct RuleDevices {
  /// Devices on which the rule has one kind.
  struct Facet {
    let terms: DeviceTerms
    let kind: PromptKind
    /// True if each device that meets the terms passes every test of the device. Else it may.
    let isCertain: Bool
  }

  let rule: Rule
  /// The rule passes the tests of the device on no other device.
  let facets: [Facet]
  /// The devices that pass all tests of the device, the text left open.
  let devices: [DeviceTerms]
  /// The rule's kinds before any deadline, each with its devices.
  let kinds: [(terms: DeviceTerms, kind: PromptKind)]
  /// The devices that pass all tests of the device, and for which the rule has no text of its own.
  let withoutText: [DeviceTerms]
  /// The devices on which no later rule is tested, whether this one is shown or not.
  let closing: [DeviceTerms]
  /// The reason why some facets are not certain, as a clause; nil where all are.
  let limit: String?
  /// The properties that filters and segments read.
  private let filtered: Set<ExactString>
  /// The property of the test `installed`; none for a rule that does not ask.
  private let installed: [ExactString]

  /// The most conjunctions that a rule is taken apart into: each filter of a `notInSegments` makes one.
  private static let mostFacets = 64

  /// - Parameters:
  ///   - packageName: the app of the document, which every device has; nil where the document names none.
  ///   - systems: the devices that have the rule, in disjoint parts.
  init(_ rule: Rule, of packageName: ExactString?, on systems: [DeviceTerms] = [DeviceTerms()]) {
    self.rule = rule
    var terms = Alternatives()
    terms.branch(systems, named: "the systems")
    for filter in rule.filters { terms.add(ValueCondition(filter)) }
    for term in rule.pacing.segments {
      if term.isWanted {
        for filter in term.segment.filters { terms.add(ValueCondition(filter)) }
      } else {
        terms.branch(term.segment.filters.map { DeviceTerms.not(ValueCondition($0)) }, named: "`notInSegments`")
      }
    }
    filtered = Set((rule.filters + rule.pacing.segments.flatMap(\.segment.filters)).map(\.property))
    let installed = RuleTest.installed.filters(of: rule, in: packageName)
    for filter in installed { terms.add(ValueCondition(filter)) }
    self.installed = installed.map(\.property)
    let isAboutAnother = rule.targetPackageName != nil && rule.isAboutAnotherApp(than: packageName)
    if rule.targetPackageName != nil, packageName == nil, rule.needsVersion {
      terms.limit = "whether the rule is about another app depends on the device's app"
    } else if !isAboutAnother {
      terms.branch(rule.condition.deviceTerms, named: "the comparison of versions")
      if let types = rule.pacing.updateTypes, let target = rule.targetVersion {
        terms.add(ValueCondition(change: types, to: target))
      }
    }
    let texts = rule.textTerms
    var facets: [Facet] = []
    var withoutText: [DeviceTerms] = []
    let kinds = rule.kindTerms(isAboutAnother: isAboutAnother)
    for device in terms.all {
      for (kindTerms, kind) in kinds {
        for (text, isCertain) in texts {
          facets.append(
            Facet(terms: device.and(kindTerms).and(text), kind: kind, isCertain: isCertain && terms.limit == nil))
        }
      }
      // A draw or a deadline may bring a text that the rule's own lacks, and another draw does not.
      if let own = texts.first { withoutText.append(device.and(own.terms.opposite)) }
    }
    // A deadline may raise the kind at any time, so these are never certain.
    if let deadline = rule.pacing.deadline {
      facets += facets.filter { $0.kind == .optional }.map {
        Facet(terms: $0.terms, kind: deadline.becomes, isCertain: false)
      }
    }
    (self.facets, self.kinds, devices) = (facets, kinds, terms.all)
    self.withoutText = withoutText
    limit = terms.limit
    closing = rule.closing == .onDevice ? systems.map { $0.and(.all(rule.filters)) } : []
  }

  /// Every condition that the rule reads.
  var conditions: [ValueCondition] {
    (facets.map(\.terms) + withoutText + closing).flatMap { $0.terms.map(\.condition) }
  }

  /// The reason why devices may be missing that some rules tell apart, as a clause; nil if none are.
  ///
  /// The test `installed` compares letter by letter. Where a filter reads its property too, classes of filters do not
  /// tell apart what the test does.
  ///
  /// - Parameter others: the conditions of a review, of an assumption and of promises.
  static func limit(of rules: [RuleDevices], beside others: [ValueCondition]) -> String? {
    let read = rules.reduce(into: Set(others.map(\.property))) { $0.formUnion($1.filtered) }
    return rules.contains { $0.installed.contains(where: read.contains) }
      ? "the test `installed` compares letter by letter, and filters do not" : nil
  }

  /// A list of conjunctions. A device has to meet at least one conjunction.
  private struct Alternatives {
    private(set) var all = [DeviceTerms()]
    var limit: String?

    mutating func add(_ condition: ValueCondition) {
      for index in all.indices { all[index].add(condition) }
    }

    /// A device has to meet one of some conjunctions, beside the others.
    mutating func branch(_ branches: [DeviceTerms], named name: String) {
      guard all.count * branches.count <= RuleDevices.mostFacets else {
        limit = "\(name) of the rule needs more than \(RuleDevices.mostFacets) cases"
        return
      }
      all = all.flatMap { terms in branches.map { terms.and($0) } }
    }
  }
}

extension DeviceTerms {
  /// The opposite of a single condition.
  fileprivate var opposite: DeviceTerms {
    var opposite = DeviceTerms()
    for (condition, isWanted) in terms { opposite.add(condition, isWanted: !isWanted) }
    return opposite
  }
}

extension Policy {
  /// The devices of each rule, in the order of the rules.
  ///
  /// - Parameter packageName: the app that every device has; nil where no document names one.
  func ruleDevices(of packageName: ExactString?) -> [RuleDevices] {
    ruleLists.flatMap { list in
      list.rules.map { RuleDevices(rules[$0], of: packageName, on: list.systems.devices) }
    }
  }
}

extension RuleList.Systems {
  /// The devices of the systems, in disjoint parts.
  fileprivate var devices: [DeviceTerms] {
    switch self {
    case .all: return [DeviceTerms()]
    case .only(let names): return names.map { .all([Filter(system: $0.string)]) }
    case .allBut(let names):
      var terms = DeviceTerms()
      for name in names { terms.add(ValueCondition(Filter(system: name.string)), isWanted: false) }
      return [terms]
    }
  }
}

extension [Policy] {
  /// The properties that the rules read, where the devices have the app of the last policy.
  var readProperties: Set<ExactString> {
    let app = last?.packageName
    return Set(flatMap { $0.ruleDevices(of: app) }.flatMap(\.conditions).map(\.property))
  }
}

extension Rule {
  fileprivate var needsVersion: Bool {
    if case .none = condition { return pacing.updateTypes != nil || !pacing.forceUpdateTypes.isEmpty }
    return true
  }

  /// The rule's kinds before any deadline, each with its devices.
  fileprivate func kindTerms(isAboutAnother: Bool) -> [(terms: DeviceTerms, kind: PromptKind)] {
    let types = pacing.forceUpdateTypes
    guard kind == .optional, !types.isEmpty, !isAboutAnother, let target = targetVersion else {
      return [(DeviceTerms(), kind)]
    }
    let condition = ValueCondition(change: types, to: target)
    var forced = DeviceTerms()
    forced.add(condition)
    return [(forced, .force), (.not(condition), kind)]
  }

  /// The devices that have a text: by the rule's own texts, and perhaps by the texts of a variant or of a forced update.
  fileprivate var textTerms: [(terms: DeviceTerms, isCertain: Bool)] {
    // A variant without weight is never drawn.
    let variants = pacing.variants.filter { $0.weight > 0 }.map(\.descriptions)
    let others = [pacing.forcedDescriptions].compactMap(\.self) + variants
    let certain = [(descriptions, true)]
    return (certain + others.filter { !$0.entries.isEmpty }.map { ($0, false) }).map { texts, isCertain in
      var terms = DeviceTerms()
      terms.add(ValueCondition(text: texts))
      return (terms, isCertain)
    }
  }
}
