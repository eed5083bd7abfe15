import Herald

/// The rules that checks compare with each other, and the devices that they tell apart.
struct ComparedRules: Sendable {
  let rules: [LintedRule]
  let packageName: ExactString?
  private let space: ComparedDevices

  init(_ rules: [LintedRule], packageName: ExactString?) {
    (self.rules, self.packageName) = (rules, packageName)
    space = ComparedDevices(rules, packageName)
  }

  /// The devices that two rules share.
  func overlap(of earlier: Int, over later: Int) -> Overlap {
    // All rules together may tell more devices apart than can be counted, and two of them seldom do.
    space.isExact
      ? space.overlap(of: earlier, over: later)
      : ComparedDevices([rules[earlier], rules[later]], packageName).overlap(of: 0, over: 1)
  }

  /// True if no device meets all conditions of a rule.
  func isForNobody(_ index: Int) -> Bool {
    (space.isExact ? space : ComparedDevices([rules[index]], packageName)).isForNobody(space.isExact ? index : 0)
  }

  /// True if each device that a rule may be shown to meets the conditions of one of some others.
  func isCovered(_ index: Int, by others: [Int]) -> Bool {
    space.isExact
      ? space.isCovered(index, by: others)
      : ComparedDevices(([index] + others).map { rules[$0] }, packageName).isCovered(0, by: Array(1...others.count))
  }
}

/// The devices that some rules tell apart.
private struct ComparedDevices: Sendable {
  private let rules: [LintedRule]
  private let space: DeviceSpace
  /// For each rule the devices that meet its conditions.
  private let boxes: [DeviceBox?]
  /// For each rule the devices that it may be shown to, in disjoint boxes.
  private let widest: [[DeviceBox]]
  /// False where devices may be missing.
  let isExact: Bool

  init(_ rules: [LintedRule], _ packageName: ExactString?) {
    let excluded = rules.flatMap { $0.demands?.excluded ?? [] }.flatMap(\.filters).map { ValueCondition($0) }
    let conditions = rules.flatMap { $0.demands?.conditions ?? [] } + excluded
    let space = DeviceSpace(conditions) { UsualValues.of($0, under: conditions) }
    func box(_ conditions: [ValueCondition]?) -> DeviceBox? {
      guard let box = space.box(DeviceTerms(all: conditions ?? [])) else { return nil }
      guard let packageName, let place = space.place(of: .appPackageName),
        let own = space.index(of: PropertyValue(packageName), at: place)
      else { return box }
      return box.narrowed(to: ClassSet([own]), at: place)
    }
    boxes = rules.map { rule in
      // A rule for another app is only known where the document's own app is.
      rule.rule.targetPackageName != nil && packageName == nil ? nil : box(rule.demands?.conditions)
    }
    let read = Set((rules.flatMap { $0.demands?.least ?? [] } + excluded).map(\.property))
    var isLimited = space.limit != nil
    widest = rules.map { rule in
      guard let demands = rule.demands,
        let own = box(demands.least + demands.installed.filter { !read.contains($0.property) })
      else { return [] }
      let others = demands.excluded.compactMap { box($0.filters.map { ValueCondition($0) }) }
      guard let rest = [own].subtracting(others) else {
        isLimited = true
        return [own]
      }
      return rest
    }
    (self.rules, self.space, isExact) = (rules, space, !isLimited)
  }

  func overlap(of earlier: Int, over later: Int) -> Overlap {
    guard let own = boxes[earlier], let shared = widest[later].lazy.compactMap({ own.intersection($0) }).first else {
      return .none
    }
    if isCovered(later, by: [earlier]) { return .whole }
    return .some(example: example(of: shared, earlier, later))
  }

  func isCovered(_ index: Int, by others: [Int]) -> Bool {
    isExact && widest[index].subtracting(others.compactMap { boxes[$0] })?.isEmpty ?? false
  }

  func isForNobody(_ index: Int) -> Bool { isExact && rules[index].demands != nil && widest[index].isEmpty }

  /// `a device with X, Y and Z`: a value of each property that not every value fits.
  private func example(of box: DeviceBox, _ earlier: Int, _ later: Int) -> String {
    var seen: Set<ExactString> = []
    let read = [earlier, later].flatMap { rules[$0].demands?.conditions ?? [] }.map(\.property)
    let words = read.filter { seen.insert($0).inserted }.compactMap { property -> String? in
      guard let place = space.place(of: property), let first = box.sets[place].first else { return nil }
      let classes = space.properties[place].classes
      guard box.sets[place].indices.count < classes.count else { return nil }
      guard let raw = classes[first].value.raw else { return "no \(quoted(property.string))" }
      return "\(quoted(property.string)) \(quoted(raw.string))"
    }
    guard let last = words.last else { return "some device" }
    let others = words.dropLast().joined(separator: ", ")
    return "a device with " + (others.isEmpty ? last : "\(others) and \(last)")
  }
}
