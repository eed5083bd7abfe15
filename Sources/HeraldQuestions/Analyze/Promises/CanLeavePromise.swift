import Herald
import HeraldFormats

/// Each forced device that meets some filters has a way out: a destination that it opens, and a version that ends it.
struct CanLeavePromise {
  private let filters: [Filter]
  private let exitsAlone: Bool

  /// - Parameter exitsAlone: true if the statement speaks of exits, and not of forced updates too.
  init(_ filters: [Filter], exitsAlone: Bool) { (self.filters, self.exitsAlone) = (filters, exitsAlone) }

  private static let systems = [
    "ios", "ipados", "tvos", "watchos", "visionos", "macos", "android", "linux", "windows",
  ].map { ValueCondition(Filter(property: .deviceOsName, text: $0)) }

  func judge(
    _ policy: Policy, _ document: Document, within scope: AnalyzeScope
  ) -> (StatementVerdict, PromisesAnswer.Witness?) {
    let space = SituationSpace(of: [policy], and: filters.map { ValueCondition($0) } + Self.systems, within: scope)
    // An assumption says nothing about the version that comes next, so the ends are looked for on every device.
    let courses = Courses(of: [(policy, document)], in: space, within: [space.all])
    let isComplete = policy.ruleDevices(of: policy.packageName).allSatisfy { $0.limit == nil }
    let ends = VersionEnds(of: courses, isComplete: isComplete)
    var terms = DeviceTerms()
    for filter in filters { terms.add(ValueCondition(filter)) }
    var locked: [DeviceBox] = []
    var due: [DeviceBox] = []
    for (box, courses) in courses.parts {
      guard let course = courses.first else { continue }
      let rules = course.offers.filter { isMeant($0) }.map { policy.rules[$0.rule] }
      guard !rules.isEmpty else { continue }
      for part in space.asked.compactMap(box.intersection).compactMap({ space.part(of: $0, meeting: terms) }) {
        let nowhere = rules.flatMap { rule in self.nowhere(rule, part, space) }
        let unending = ends.unending(part)
        if isMeant(course.first?.kind) {
          locked += nowhere + unending
        } else {
          due += nowhere + unending
        }
      }
    }
    let search = FreshSearch(space, policy, document)
    func isLocked(_ decision: Decision, _ state: InstallationState) -> Bool {
      guard let prompt = decision.prompt, isMeant(prompt.kind), filters.allMatch(state.profile) else { return false }
      return prompt.leadsNowhere(on: state.profile) || ends.isUnending(state, at: decision.question)
    }
    if let witness = search.witness(in: locked, isLocked) { return (.doesNotHold, .one(witness)) }
    let lives = DueLives(search, space, policy.rules)
    if let witness = lives.witness(in: due, isLocked) { return (.doesNotHold, .one(witness)) }
    if let limit = courses.limit { return (.notDecided(limit), nil) }
    if !locked.isEmpty { return (.notDecided(FreshSearch.nothingFound), nil) }
    return due.isEmpty ? (.holds, nil) : (.notDecided(DueLives.nothingFound), nil)
  }

  private func isMeant(_ kind: PromptKind?) -> Bool { kind.map { exitsAlone ? $0 == .exit : $0.isBlocking } ?? false }

  private func isMeant(_ offer: Course.Offer) -> Bool {
    isMeant(offer.kind) || !offer.isSteady && offer.laterKinds.contains(where: { isMeant($0) })
  }

  /// The devices of a box that cannot open the destination of a rule.
  private func nowhere(_ rule: Rule, _ box: DeviceBox, _ space: SituationSpace) -> [DeviceBox] {
    guard let place = space.devices.place(of: .deviceOsName) else { return [] }
    let classes = space.devices.properties[place].classes
    return box.sets[place].indices.compactMap { index in
      let system = classes[index].value.raw?.string.normalized
      let isNowhere = rule.destinations.mayLeadNowhere(on: system)
      return isNowhere ? box.narrowed(to: ClassSet([index]), at: place) : nil
    }
  }
}

/// The versions of the app that end a forced update, the rest of the device and the time unchanged.
struct VersionEnds {
  private let space: SituationSpace
  private let place: Int?
  private static let stepsOfAnswer = 20
  /// The situations in which no history leads to a forced update or an exit.
  private let free: [DeviceBox]
  /// Versions that are looked at: each bound of the documents and the next one, ascending, and a version of each class.
  private let versions: [(text: String, version: AppVersion)]

  /// False where a rule compares versions in a way that has no classes, so that a version that ends it may be missing.
  private let isComplete: Bool

  init(of courses: Courses, isComplete: Bool) {
    self.isComplete = isComplete
    let space = courses.space
    let place = space.devices.place(of: .appVersionName)
    (self.space, self.place) = (space, place)
    free =
      courses.parts.filter { part in
        part.courses.allSatisfy { course in
          course.offers.allSatisfy { offer in
            !(offer.kind?.isBlocking ?? false) && (offer.isSteady || !offer.laterKinds.contains(where: \.isBlocking))
          }
        }
      }.map(\.situations).merged
    let bounds = space.devices.bounds(of: .appVersionName)
    let own = place.map { space.devices.properties[$0].classes.compactMap { $0.value.raw?.string } } ?? []
    versions = (bounds + bounds.compactMap(UsualDevices.next) + own).compactMap { text in
      AppVersion(text).map { (text: text, version: $0) }
    }.sorted { $0.version < $1.version }
  }

  /// The part of a box, all of it forced, that no version is known to set free.
  func unending(_ box: DeviceBox) -> [DeviceBox] {
    guard let place else { return [box] }
    return box.sets[place].indices.flatMap { index -> [DeviceBox] in
      let own = ClassSet([index])
      guard let part = box.narrowed(to: own, at: place) else { return [] }
      let higher = versions.filter { isAbove($0.version, index, place) }
      let classes = Set(
        higher.compactMap { space.devices.index(of: PropertyValue(ExactString($0.text)), at: place) })
      let ends = free.compactMap { box -> DeviceBox? in
        guard classes.contains(where: { box.sets[place].contains($0) }) else { return nil }
        return box.replacing(with: own, at: place)
      }
      return [part].subtracting(ends) ?? [part]
    }
  }

  /// True if a version is not below any version of a class.
  private func isAbove(_ version: AppVersion, _ index: Int, _ place: Int) -> Bool {
    let own = space.devices.properties[place].classes[index]
    guard AnalysisWork.spend(own.met.count * (own.met.count + 1)) else { return false }
    guard own.value.version != nil else { return true }
    let conditions = Array(zip(space.devices.conditions(of: .appVersionName), own.met))
    var limits = [highest(conditions.filter(\.0.isAboutVersions))].compactMap(\.self)
    for (condition, isMet) in conditions where isMet {
      let end = condition.end ?? condition.versionPrefix.flatMap(UsualDevices.next)
      limits += [end.flatMap { AppVersion($0) }].compactMap(\.self)
    }
    return limits.min().map { version >= $0 } ?? false
  }

  /// The lowest version that no version is above with which conditions answer so; nil where there is none.
  ///
  /// Between two neighbouring bounds, comparisons answer alike. So the highest bound or gap counts.
  private func highest(_ conditions: [(ValueCondition, Bool)]) -> AppVersion? {
    func answers(_ text: String) -> Bool {
      conditions.allSatisfy { $0.isMet(by: PropertyValue(ExactString(text))) == $1 }
    }
    let bounds = conditions.flatMap(\.0.bounds).compactMap { text in
      AppVersion(text).map { (text: text, version: $0) }
    }.sorted { $0.version > $1.version }
    var higher: AppVersion?
    for bound in bounds {
      // A version between this bound and the next higher bound.
      let above = bound.text + ".0.0.0.0.0.0.1"
      guard AppVersion(above) != nil else { return nil }
      if answers(above) { return higher }
      if answers(bound.text) { return bound.version }
      higher = bound.version
    }
    return higher
  }

  /// True if no version that is looked at, not lower than the installed one, ends a forced update.
  func isUnending(_ state: InstallationState, at question: Question) -> Bool {
    guard isComplete else { return false }
    let own = state.profile[.appVersionName].flatMap { AppVersion($0.string) }
    // An end that nobody looked for may be there.
    guard AnalysisWork.spend(versions.count * Self.stepsOfAnswer) else { return false }
    return versions.filter { version in own.map { version.version >= $0 } ?? true }.allSatisfy { version in
      state.decision(withVersion: version.text, at: question).prompt?.kind.isBlocking ?? false
    }
  }
}
