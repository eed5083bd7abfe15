import Herald
import HeraldFormats

/// Sets of values of one property in words: by a range of versions, by conditions of the document, or by examples.
struct ClassWords {
  private let property: PropertyClasses
  private let conditions: [ValueCondition]

  init(_ property: PropertyClasses, _ conditions: [ValueCondition]) {
    (self.property, self.conditions) = (property, conditions)
  }

  /// The words of a set, such as `below 4.0`; nil where it has every value.
  func words(of set: ClassSet) -> String? {
    let all = Set(property.classes.indices)
    let own = Set(set.indices).intersection(all)
    if own == all { return nil }
    return range(own) ?? oneCondition(own) ?? twoConditions(own) ?? allConditions(own) ?? examples(own)
  }

  // MARK: Versions

  /// A range of versions, such as `from 2.0 and below 3.0`; nil where comparisons of versions alone do not tell the set
  /// apart.
  private func range(_ own: Set<Int>) -> String? {
    let compared = conditions.indices.filter { conditions[$0].isAboutVersions }
    func answers(_ index: Int) -> [Bool] { compared.map { property.classes[index].met[$0] } }
    let held = Set(own.map(answers))
    guard !compared.isEmpty, property.classes.indices.allSatisfy({ held.contains(answers($0)) == own.contains($0) })
    else { return nil }
    func holds(_ value: ExactString?) -> Bool {
      held.contains(compared.map { conditions[$0].isMet(by: PropertyValue(value)) })
    }
    let line = VersionLine(compared.flatMap { conditions[$0].bounds })
    let places = line.places.indices.filter { holds(ExactString(line.places[$0].sample)) }
    guard let first = places.first, let last = places.last else {
      return line.places.isEmpty ? nil : "without a version"
    }
    guard last - first + 1 == places.count else { return nil }
    // A device without a version meets no comparison, and may be in a class with versions.
    let isOpen = holds(nil)
    if places.count == line.places.count { return isOpen ? nil : "that can be compared" }
    return line.words(from: first, to: last).shown + (isOpen ? " or without a version" : "")
  }

  // MARK: Conditions

  private var signed: [(words: String, met: Set<Int>)] {
    conditions.enumerated().flatMap { place, condition in
      let met = Set(property.classes.indices.filter { property.classes[$0].met[place] })
      let (name, opposite) = (name(condition), Set(property.classes.indices).subtracting(met))
      // The opposite of an exclusion names what is excluded, and not *not !true*.
      let excluded = name.hasPrefix("!") && !name.contains(",") ? String(name.dropFirst()) : nil
      return [(excluded.map { "not \($0)" } ?? name, met), (excluded ?? "not \(name)", opposite)]
    }
  }

  private func name(_ condition: ValueCondition) -> String {
    let words = condition.words
    guard property.property == .deviceOsName else { return words }
    return words.split(separator: ",").map { Self.systems[String($0)] ?? String($0) }.joined(separator: ", ")
  }

  private static let systems = [
    "ios": "iOS", "ipados": "iPadOS", "macos": "macOS", "tvos": "tvOS", "watchos": "watchOS", "visionos": "visionOS",
    "android": "Android", "windows": "Windows", "linux": "Linux",
  ]

  private func oneCondition(_ own: Set<Int>) -> String? { signed.first { $0.met == own }?.words }

  private func twoConditions(_ own: Set<Int>) -> String? {
    let all = signed
    guard all.count <= 80 else { return nil }
    for (index, first) in all.enumerated() where first.met.isSuperset(of: own) {
      for second in all[(index + 1)...] where first.met.intersection(second.met) == own {
        return "\(first.words) and \(second.words)"
      }
    }
    for (index, first) in all.enumerated() where first.met.isSubset(of: own) {
      for second in all[(index + 1)...] where first.met.union(second.met) == own {
        return "\(first.words) or \(second.words)"
      }
    }
    return nil
  }

  /// Conditions that together leave the set, all of them needed, such as `not <1, <2 and not 2.*`; nil for too many.
  private func allConditions(_ own: Set<Int>) -> String? {
    let all = signed
    guard all.count <= 80 else { return nil }
    var kept = all.filter { $0.met.isSuperset(of: own) }
    func isEnough(_ some: [(words: String, met: Set<Int>)]) -> Bool {
      !some.isEmpty && some.dropFirst().reduce(some[0].met) { $0.intersection($1.met) } == own
    }
    guard isEnough(kept) else { return nil }
    for index in kept.indices.reversed() {
      var fewer = kept
      fewer.remove(at: index)
      if isEnough(fewer) { kept = fewer }
    }
    guard let last = kept.last, kept.count <= 4 else { return nil }
    return kept.dropLast().map(\.words).joined(separator: ", ") + " and " + last.words
  }

  /// Some values of the set. Others that no condition tells apart from them are in it too.
  private func examples(_ own: Set<Int>) -> String {
    let values = own.sorted().prefix(3).map { property.classes[$0].value.raw?.string.shown ?? "none" }
    return "such as " + values.joined(separator: ", ")
  }
}

/// The places of all versions between and at some bounds, from the lowest to the highest.
private struct VersionLine {
  struct Place {
    /// A version of the place.
    let sample: String
    /// The bound at the place, or the nearest one below it; nil below all bounds.
    let bound: String?
    let isAtBound: Bool
  }

  private(set) var places: [Place] = []

  init(_ texts: [String]) {
    var bounds: [(text: String, version: AppVersion)] = []
    for text in texts {
      guard let version = AppVersion(text), !bounds.contains(where: { $0.version == version }) else { continue }
      bounds.append((text, version))
    }
    bounds.sort { $0.version < $1.version }
    guard let lowest = bounds.first else { return }
    func isBelow(_ text: String, _ other: AppVersion) -> Bool { AppVersion(text).map { $0 < other } ?? false }
    if let sample = ["0", "0-0"].first(where: { isBelow($0, lowest.version) }) {
      places.append(Place(sample: sample, bound: nil, isAtBound: false))
    }
    for (index, bound) in bounds.enumerated() {
      places.append(Place(sample: bound.text, bound: bound.text, isAtBound: true))
      let next = index + 1 < bounds.count ? bounds[index + 1].version : nil
      let samples = [bound.text + ".0.0.0.0.0.0.1", UsualDevices.next(bound.text)].compactMap(\.self)
      let sample = samples.first { text in
        AppVersion(text).map { $0 > bound.version } ?? false && next.map { isBelow(text, $0) } ?? true
      }
      if let sample { places.append(Place(sample: sample, bound: bound.text, isAtBound: false)) }
    }
  }

  /// The words of some but not all places that follow each other, such as `from 2.0 and below 3.0`.
  func words(from first: Int, to last: Int) -> String {
    if first == last, places[first].isAtBound, let bound = places[first].bound { return bound }
    let lower = places[first].bound.map { "\(places[first].isAtBound ? "from" : "above") \($0)" }
    let upper =
      places[last].isAtBound
      ? places[last].bound.map { "up to \($0)" }
      : places[(last + 1)...].first?.bound.map { "below \($0)" }
    return [first == 0 ? nil : lower, last == places.count - 1 ? nil : upper].compactMap(\.self)
      .joined(separator: " and ")
  }
}
