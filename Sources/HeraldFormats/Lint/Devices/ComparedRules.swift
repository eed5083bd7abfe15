import Herald

/// The rules that checks compare with each other, and the devices that they tell apart.
struct ComparedRules: Sendable {
  let rules: [LintedRule]
  let packageName: ExactString?
  /// The devices to which nothing is shown, because their version is under review.
  private let reviewed: [DeviceTerms]
  private let space: ComparedDevices

  init(_ rules: [LintedRule], packageName: ExactString?, reviewed: [DeviceTerms]) {
    (self.rules, self.packageName, self.reviewed) = (rules, packageName, reviewed)
    space = ComparedDevices(rules, packageName, reviewed)
  }

  /// The devices that some rules alone tell apart.
  private func devices(of some: [Int]) -> ComparedDevices {
    ComparedDevices(some.map { rules[$0] }, packageName, reviewed)
  }

  /// The devices that two rules share.
  func overlap(of earlier: Int, over later: Int) -> Overlap {
    // All rules together may tell more devices apart than can be counted, and two of them seldom do.
    space.isExact
      ? space.overlap(of: earlier, over: later) : devices(of: [earlier, later]).overlap(of: 0, over: 1)
  }

  /// True if no device meets all conditions of a rule.
  func isForNobody(_ index: Int) -> Bool {
    space.isExact ? space.isForNobody(index) : devices(of: [index]).isForNobody(0)
  }

  /// True if the version of each device that a rule is for is under review.
  func isUnderReview(_ index: Int) -> Bool {
    space.isExact ? space.isUnderReview(index) : devices(of: [index]).isUnderReview(0)
  }

  /// True if each device that a rule may be shown to meets the conditions of one of some others.
  func isCovered(_ index: Int, by others: [Int]) -> Bool {
    space.isExact
      ? space.isCovered(index, by: others)
      : devices(of: [index] + others).isCovered(0, by: Array(1...others.count))
  }
}

/// The devices that some rules tell apart.
private struct ComparedDevices: Sendable {
  private let rules: [LintedRule]
  private let space: DeviceSpace
  /// For each rule the devices that meet its conditions.
  private let boxes: [[DeviceBox]]
  /// For each rule the devices that it may be shown to, in disjoint boxes.
  private let widest: [[DeviceBox]]
  /// The rules that are for no device.
  private let empty: Set<Int>
  /// The rules that are for no device but those under review.
  private let reviewedAlone: Set<Int>
  /// False where devices may be missing.
  let isExact: Bool

  init(_ rules: [LintedRule], _ packageName: ExactString?, _ reviewed: [DeviceTerms]) {
    let excluded = rules.flatMap { $0.demands?.excluded ?? [] }.flatMap(\.filters).map { ValueCondition($0) }
    let reviewing = reviewed.flatMap { $0.terms.map(\.condition) }
    let conditions =
      rules.flatMap { linted in linted.demands.map { $0.conditions + $0.codes.flatMap(\.self) } ?? [] } + excluded
      + reviewing
    let space = DeviceSpace(conditions) { UsualValues.of($0, under: conditions) }
    func box(_ conditions: [ValueCondition]) -> DeviceBox? {
      guard let box = space.box(DeviceTerms(all: conditions)) else { return nil }
      guard let packageName, let place = space.place(of: .appPackageName),
        let own = space.index(of: PropertyValue(packageName), at: place)
      else { return box }
      return box.narrowed(to: ClassSet([own]), at: place)
    }
    boxes = rules.map { linted in
      // A rule for another app is only known where the document's own app is.
      guard let demands = linted.demands, linted.rule.targetPackageName == nil || packageName != nil else { return [] }
      return demands.codes.compactMap { box(demands.conditions + $0) }
    }
    let read = Set((rules.flatMap { $0.demands?.least ?? [] } + excluded + reviewing).map(\.property))
    let underReview = reviewed.compactMap { space.box($0) }
    var isLimited = space.limit != nil
    var (empty, reviewedAlone) = (Set<Int>(), Set<Int>())
    widest = rules.enumerated().map { index, linted in
      guard let demands = linted.demands else { return [] }
      let least = demands.least + demands.installed.filter { !read.contains($0.property) }
      let own = demands.codes.compactMap { box(least + $0) }
      let others = demands.excluded.compactMap { box($0.filters.map { ValueCondition($0) }) }
      guard let all = own.subtracting(others), let rest = all.subtracting(underReview) else {
        isLimited = true
        return own
      }
      if all.isEmpty {
        empty.insert(index)
      } else if rest.isEmpty {
        reviewedAlone.insert(index)
      }
      return rest
    }
    // Where everything is under review, another check says so of the whole document.
    let isAllReviewed = [space.all].subtracting(underReview)?.isEmpty ?? false
    (self.empty, self.reviewedAlone) = (empty, isAllReviewed ? [] : reviewedAlone)
    (self.rules, self.space, isExact) = (rules, space, !isLimited)
  }

  func overlap(of earlier: Int, over later: Int) -> Overlap {
    let shared = boxes[earlier].lazy.flatMap { own in widest[later].lazy.compactMap { own.intersection($0) } }.first
    guard let shared else { return .none }
    if isCovered(later, by: [earlier]) { return .whole }
    return .some(example: example(of: shared, earlier, later))
  }

  func isCovered(_ index: Int, by others: [Int]) -> Bool {
    isExact && widest[index].subtracting(others.flatMap { boxes[$0] })?.isEmpty ?? false
  }

  func isForNobody(_ index: Int) -> Bool { isExact && empty.contains(index) }

  func isUnderReview(_ index: Int) -> Bool { isExact && reviewedAlone.contains(index) }

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
