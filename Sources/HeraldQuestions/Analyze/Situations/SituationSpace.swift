import Herald
import HeraldFormats

/// All situations of a first question that some documents tell apart: a device, its draws, and an occasion.
///
/// A set of situations is a box whose places are the properties of devices, then the draws, then the occasions.
struct SituationSpace {
  let devices: DeviceSpace
  let draws: [DrawCells]
  let occasions: [Occasion]
  /// The app that every device has; nil where the documents name none.
  let packageName: ExactString?
  /// The situations that count, in disjoint boxes.
  private(set) var asked: [DeviceBox] = []
  /// True if some devices do not count.
  let isRestricted: Bool
  /// The reason why situations may be missing, as a clause; nil if none are.
  let limit: String?

  /// - Parameters:
  ///   - policies: the documents; every device has the app of the last one.
  ///   - conditions: further conditions that tell devices apart.
  ///   - dates: further dates that tell moments apart.
  ///   - scope: the devices and moments that count.
  init(
    of policies: [Policy], and conditions: [ValueCondition] = [], at dates: [WindowDate] = [],
    within scope: AnalyzeScope
  ) {
    let rules = policies.flatMap(\.rules)
    let app = policies.last?.packageName
    packageName = app
    let devices = policies.flatMap { $0.ruleDevices(of: app) }
    let review = policies.flatMap(\.reviewedDevices).flatMap { $0.terms.map(\.condition) }
    let others = review + conditions + [Self.android]
    let own = devices.flatMap(\.conditions) + others
    let assumed = AssumedDevices(scope.assumption, beside: own)
    let all = own + assumed.conditions
    let bounds = Dictionary(grouping: all, by: \.property).mapValues { $0.flatMap(\.bounds) }
    self.devices = DeviceSpace(all) { UsualDevices.values(of: $0, near: bounds[$0] ?? []) }
    draws = DrawCells.all(of: policies)
    let moments = Moments(of: rules, and: dates, from: scope.start)
    let tests = MomentTests(of: rules, and: dates)
    var seen: Set<[Int]> = []
    let distinct = moments.all.filter { moment in
      guard AnalysisWork.spend(rules.count + 1) else { return false }
      return seen.insert(tests.reading(of: moment)).inserted
    }
    occasions = Occasion.triggers(of: rules).flatMap { trigger, operation in
      guard AnalysisWork.spend(distinct.count) else { return [Occasion]() }
      return distinct.map { Occasion(trigger: trigger, operation: operation, time: $0) }
    }
    let ofDevices = self.devices.limit ?? RuleDevices.limit(of: devices, beside: others + assumed.conditions)
    limit =
      policies.lazy.compactMap { $0.limitOfApps ?? $0.limitOfSituations }.first ?? ofDevices ?? moments.limit
      ?? devices.lazy.compactMap(\.limit).first ?? AnalysisWork.limit
    isRestricted = scope.assumption != nil
    asked = assumed.boxes(in: self.devices, of: app).compactMap { everywhere($0).intersection(self.all) }
  }

  private static let android = ValueCondition(Filter(property: .deviceOsName, text: "android"))

  // MARK: Boxes

  /// Every situation of a device that has the app.
  var all: DeviceBox {
    let all = everywhere(devices.all)
    guard let packageName, let place = devices.place(of: .appPackageName),
      let own = devices.index(of: PropertyValue(packageName), at: place)
    else { return all }
    return all.narrowed(to: ClassSet([own]), at: place) ?? all
  }

  private var lastPlace: Int { devices.properties.count + draws.count }

  /// The part of a box on Android, or on other systems.
  func part(of box: DeviceBox, isAndroid: Bool) -> DeviceBox? {
    var terms = DeviceTerms()
    terms.add(Self.android, isWanted: isAndroid)
    return part(of: box, meeting: terms)
  }

  /// The part of a box on devices that meet conditions; nil where there is none.
  func part(of box: DeviceBox, meeting terms: DeviceTerms) -> DeviceBox? {
    devices.box(terms).flatMap { everywhere($0).intersection(box) }
  }

  /// The situations of some devices, whatever they draw, on every occasion.
  func everywhere(_ devices: DeviceBox) -> DeviceBox {
    devices.with(draws.map { ClassSet($0.bounds.indices) } + [ClassSet(occasions.indices)])
  }

  /// The situations of a box's devices, whatever they draw, on every occasion.
  func widened(_ box: DeviceBox) -> DeviceBox {
    let all = everywhere(devices.all)
    return (devices.properties.count...lastPlace).reduce(box) { $0.replacing(with: all.sets[$1], at: $1) }
  }

  /// The part of a box on some occasions; nil where there is none.
  func part(of box: DeviceBox, on occasions: ClassSet) -> DeviceBox? { box.narrowed(to: occasions, at: lastPlace) }

  /// The part of a box with a draw in some cells; nil where there is none.
  func part(of box: DeviceBox, drawing cells: ClassSet, at draw: Int) -> DeviceBox? {
    box.narrowed(to: cells, at: devices.properties.count + draw)
  }

  func occasions(of box: DeviceBox) -> ClassSet { box.sets[lastPlace] }
  func cells(of draw: Int, in box: DeviceBox) -> ClassSet { box.sets[devices.properties.count + draw] }

  // MARK: One of a box

  /// The likeliest situation of some boxes: a usual device with the fewest changes.
  ///
  /// - Parameter values: values that the device has in place of the values of its classes.
  func situation(in boxes: [DeviceBox], with values: [ExactString: ExactString?] = [:]) -> Situation? {
    guard let (profile, box) = devices.likeliest(in: boxes, of: packageName),
      let occasion = occasions(of: box).first.map({ occasions[$0] })
    else { return nil }
    return Situation(profile: profile.replacing(values), draws: drawn(in: box), occasion: occasion)
  }

  /// The lowest draws of a box; nil where nothing is drawn.
  func drawn(in box: DeviceBox) -> Draws? {
    var numbers: [ExactString: Int] = [:]
    for (index, draw) in draws.enumerated() {
      if let cell = cells(of: index, in: box).first { numbers[draw.name] = draw.bounds[cell] }
    }
    return numbers.isEmpty ? nil : Draws(numbers)
  }
}

/// A device that has seen nothing, its draws, and the occasion on which it asks.
struct Situation {
  let profile: Profile
  let draws: Draws?
  let occasion: Occasion
}

/// The cells of one draw: in each, every share of the documents says the same.
struct DrawCells {
  let name: ExactString
  /// The lowest number of each cell, ascending.
  let bounds: [Int]

  /// The draws of some documents, in the order of their names. Documents share a draw of one name.
  static func all(of policies: [Policy]) -> [DrawCells] {
    var edges: [ExactString: Set<Int>] = [:]
    for policy in policies {
      for draw in policy.draws { edges[draw.name, default: []].formUnion(policy.edges(of: draw)) }
    }
    return edges.map { name, edges in
      DrawCells(name: name, bounds: edges.union([0]).filter { (0..<10_000).contains($0) }.sorted())
    }.sorted { $0.name < $1.name }
  }
}

extension Policy {
  /// The numbers at which a draw begins to count otherwise.
  fileprivate func edges(of draw: Draw) -> [Int] {
    rules.flatMap { rule -> [Int] in
      switch draw {
      case .rollout(let id): rule.id == id ? [rule.rollout] + (rule.phases?.steps ?? []) : []
      case .holdout(let id):
        [rule.pacing.holdout, rule.pacing.attention?.holdout].compactMap(\.self).filter { $0.id == id }.map(\.share)
      case .variant(let id): rule.id == id ? rule.arms : []
      }
    }
  }
}

extension Rule {
  /// The numbers at which a variant's share ends.
  fileprivate var arms: [Int] {
    let sum = pacing.variants.reduce(0) { $0 + $1.weight }
    guard sum > 0 else { return [] }
    var end = 0
    return pacing.variants.map { variant in
      end += variant.weight
      // Rounded up, as the first number whose place is behind the share.
      return (end * 10_000 + sum - 1) / sum
    }
  }
}

extension Profile {
  /// The profile with some values in place of its own; nil for none.
  fileprivate func replacing(_ values: [ExactString: ExactString?]) -> Profile {
    guard !values.isEmpty else { return self }
    let kept = properties.filter { values[$0.name] == nil }.map { (name: $0.name, value: $0.value) }
    let others = values.compactMap { name, value in value.map { (name: name, value: $0) } }
    return Profile((kept + others).sorted { $0.name < $1.name })
  }
}

extension Policy {
  /// The reason why a rule may do several things in one situation, as a clause; nil if none does.
  fileprivate var limitOfSituations: String? {
    if rules.contains(where: { $0.destinations.page != nil }) {
      return "documents of the format `\(format)` may have a page of their own for some versions"
    }
    if rules.dropLast().contains(where: { $0.closing == .installable }) {
      return "documents of the format `\(format)` leave the rules behind an update that can be installed"
    }
    if rules.contains(where: { $0.critical != nil }) {
      return "documents of the format `\(format)` may lift the limits of a rule for some versions"
    }
    return rules.contains { $0.waitsForStore }
      ? "a release date of a store counts only where the document is fetched after it" : nil
  }
}
