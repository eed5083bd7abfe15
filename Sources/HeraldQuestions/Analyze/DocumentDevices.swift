import Herald
import HeraldFormats

/// A document as a question about classes of devices: where each rule may be shown and where it certainly is, on each
/// kind of occasion.
struct DocumentDevices {
  /// Devices on which a rule may be shown as a kind.
  struct Region {
    /// The classes of these devices; nil for an empty region.
    let box: DeviceBox?
    let kind: PromptKind
    let isCertain: Bool
  }

  /// Occasions on which each region of each rule has the same chance.
  struct Case {
    let occasion: Occasion
    let chances: [[Occasion.Chance]]
    /// The same where the document's limits for all rules together let optional prompts through.
    let chancesWhereOpen: [[Occasion.Chance]]
  }

  let policy: Policy
  let document: Document
  let rules: [RuleDevices]
  let space: DeviceSpace
  /// For each rule its regions.
  let regions: [[Region]]
  /// The devices that count, in disjoint boxes.
  private let asked: [DeviceBox]
  /// The devices to which nothing is shown, because their version is under review.
  let underReview: [DeviceBox]
  let cases: [Case]
  /// The reason why a device may be missing, as a clause; nil if none is.
  private let limitOfDevices: String?
  /// The reason why a device or an occasion may be missing, as a clause; nil if none is.
  let limit: String?

  /// The document and its policy, for logs that bring it.
  var known: (document: Document, reading: Reading) { (document, .accepted(policy)) }

  init(_ policy: Policy, _ document: Document, within scope: AnalyzeScope) {
    (self.policy, self.document) = (policy, document)
    let rules = policy.ruleDevices(of: policy.packageName)
    let review = policy.reviewedDevices
    let reviewing = review.flatMap { $0.terms.map(\.condition) }
    let own = rules.flatMap(\.conditions) + reviewing
    let assumed = AssumedDevices(scope.assumption, beside: own)
    let conditions = own + assumed.conditions
    let bounds = Dictionary(grouping: conditions, by: \.property).mapValues { $0.flatMap(\.bounds) }
    let space = DeviceSpace(conditions) { UsualDevices.values(of: $0, near: bounds[$0] ?? []) }
    regions = rules.map { rule in
      rule.facets.map { Region(box: space.box($0.terms), kind: $0.kind, isCertain: $0.isCertain) }
    }
    asked = assumed.boxes(in: space, of: policy.packageName)
    underReview = review.compactMap { space.box($0) }
    (self.rules, self.space) = (rules, space)
    let moments = Moments(of: policy.rules, from: scope.start)
    cases = Self.cases(policy, regions, moments.all)
    limitOfDevices = space.limit ?? RuleDevices.limit(of: rules, beside: reviewing + assumed.conditions)
    limit = policy.limitOfApps ?? limitOfDevices ?? moments.limit ?? AnalysisWork.limit
  }

  /// True if no device meets the conditions of a rule on the device, whatever the time.
  func isForNobody(_ index: Int) -> Bool {
    rules[index].limit == nil && limitOfDevices == nil
      && rules[index].facets.allSatisfy { asked(of: [space.box($0.terms)].compactMap(\.self)).isEmpty }
  }

  /// The devices of some boxes that count.
  func asked(of boxes: [DeviceBox]) -> [DeviceBox] { boxes.flatMap { box in asked.compactMap(box.intersection) } }

  /// The first occasion of each kind: launches first, then as time goes on.
  private static func cases(_ policy: Policy, _ regions: [[Region]], _ moments: [DeviceTime]) -> [Case] {
    var seen: Set<[[[Occasion.Chance]]]> = []
    var cases: [Case] = []
    // Moments that the rules read alike are one, at every trigger.
    let tests = MomentTests(of: policy.rules)
    var read: Set<[Int]> = []
    let moments = moments.filter { moment in
      guard AnalysisWork.spend(1 + policy.rules.count / 4) else { return false }
      return read.insert(tests.reading(of: moment)).inserted
    }
    for (trigger, operation) in Occasion.triggers(of: policy.rules) {
      for moment in moments {
        guard AnalysisWork.spend(policy.rules.count + 1) else { return cases }
        let occasion = Occasion(trigger: trigger, operation: operation, time: moment)
        let chances = [false, true].map { isOpen in
          zip(policy.rules, regions).map { rule, regions in
            regions.map { occasion.chance(of: rule, as: $0.kind, whereDocumentLets: isOpen) }
          }
        }
        guard seen.insert(chances).inserted else { continue }
        cases.append(Case(occasion: occasion, chances: chances[0], chancesWhereOpen: chances[1]))
      }
    }
    return cases
  }

  /// The devices on which a rule may be shown in a case, whatever the rules before it do.
  func possible(_ index: Int, in known: Case) -> [DeviceBox] {
    asked(
      of: zip(regions[index], known.chances[index]).compactMap { region, chance in
        chance == .never ? nil : region.box
      })
  }

  /// The devices on which a rule is shown in a case for certain, unless one before it is, or ends the list.
  private func certain(_ index: Int, in known: Case, isOpen: Bool) -> [DeviceBox] {
    let chances = isOpen ? known.chancesWhereOpen : known.chances
    return zip(regions[index], chances[index]).compactMap { region, chance in
      chance == .always && region.isCertain ? region.box : nil
    } + rules[index].closing.compactMap { space.box($0) }
  }

  /// The devices on which a rule may be shown in a case, outside those on which another rule or a review is before it.
  ///
  /// - Parameter covering: the rules before it that count; nil for all.
  /// - Returns: nil where the devices need too many boxes.
  func rest(_ index: Int, in known: Case, covering: [Int]? = nil) -> [DeviceBox]? {
    var rest: [DeviceBox] = []
    for (region, chance) in zip(regions[index], known.chances[index]) where chance != .never {
      guard let box = region.box else { continue }
      let isOpen = isHeldBack(policy.rules[index], as: region.kind, in: known)
      guard let own = self.rest(of: asked(of: [box]), before: index, in: known, covering: covering, isOpen: isOpen)
      else {
        return nil
      }
      rest += own
    }
    return rest
  }

  /// Some devices, outside those on which a rule before another one or a review is certain.
  ///
  /// - Parameter isOpen: true where the document's limits for all rules together let optional prompts through.
  /// - Returns: nil where the devices need too many boxes.
  func rest(
    of boxes: [DeviceBox], before index: Int, in known: Case, covering: [Int]? = nil, isOpen: Bool = false
  ) -> [DeviceBox]? {
    let others = covering ?? Array(0..<index)
    guard AnalysisWork.spend(others.count / 2) else { return nil }
    return boxes.subtracting(underReview + others.flatMap { certain($0, in: known, isOpen: isOpen) })
  }

  /// Some devices, outside those to which a rule before another one may be shown in a case.
  ///
  /// - Returns: nil where the devices need too many boxes.
  func reachedFirst(_ boxes: [DeviceBox], before index: Int, in known: Case) -> [DeviceBox]? {
    guard AnalysisWork.spend(index / 2) else { return nil }
    let earlier = (0..<index).flatMap { possible($0, in: known) + certain($0, in: known, isOpen: false) }
    return boxes.subtracting(underReview + earlier)
  }

  /// True if the document's limits for all rules together hold the rule back, so that wherever it is shown, they let
  /// the optional prompts before it through as well.
  private func isHeldBack(_ rule: Rule, as kind: PromptKind, in known: Case) -> Bool {
    !kind.isBlocking && known.occasion.trigger != .manual && rule.critical == nil && rule.pacing.deadline == nil
  }

  /// The fewest rules, the first in document order, that are shown in place of a rule wherever it could be.
  func covering(_ index: Int) -> [Int] {
    let asked = cases.filter { !possible(index, in: $0).isEmpty }
    func isEnough(_ rules: [Int]) -> Bool {
      asked.allSatisfy { rest(index, in: $0, covering: rules)?.isEmpty ?? false }
    }
    let useful = (0..<index).filter { other in
      asked.contains { known in
        certain(other, in: known, isOpen: true).contains { own in
          possible(index, in: known).contains { own.meets($0) }
        }
      }
    }
    for size in 0...useful.count {
      // Of fourteen rules or fewer every choice is tried.
      guard Self.choices(useful.count, size) <= 5_000 else { break }
      if let found = Self.combinations(of: useful, size).first(where: isEnough) { return found }
    }
    // Of more rules the last ones that are not needed go.
    var kept = useful
    for rule in useful.reversed() where isEnough(kept.filter { $0 != rule }) { kept.removeAll { $0 == rule } }
    return kept
  }

  private static func choices(_ count: Int, _ size: Int) -> Int {
    (0..<size).reduce(1) { $0 * (count - $1) / ($1 + 1) }
  }

  private static func combinations(of elements: [Int], _ size: Int) -> [[Int]] {
    guard size > 0 else { return [[]] }
    return elements.indices.flatMap { index in
      combinations(of: Array(elements[(index + 1)...]), size - 1).map { [elements[index]] + $0 }
    }
  }
}

extension Policy {
  /// The reason why a device may have other rules than its properties meet, as a clause; nil if every device has the rules that it meets.
  var limitOfApps: String? {
    hasRulesOfApps ? "the document has rules for several apps, and each device has the rules of its own app" : nil
  }
}
