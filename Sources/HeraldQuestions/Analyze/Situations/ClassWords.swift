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
    return range(own) ?? oneCondition(own) ?? twoConditions(own) ?? examples(own)
  }

  // MARK: Versions

  private func range(_ own: Set<Int>) -> String? {
    let known = property.classes.indices.compactMap { index in
      property.classes[index].value.version.map { (index: index, version: $0) }
    }.sorted { $0.version < $1.version }
    let bounds = conditions.flatMap(\.bounds).compactMap { text in AppVersion(text).map { (text: text, version: $0) } }
    guard conditions.contains(where: \.isAboutVersions), conditions.allSatisfy(\.isAboutVersions), !bounds.isEmpty
    else { return nil }
    // A device without a version meets no comparison, and may be in a class with versions.
    let isOpen = property.index(of: PropertyValue(nil), for: conditions).map(own.contains) ?? false
    func holds(_ text: String) -> Bool {
      property.index(of: PropertyValue(ExactString(text)), for: conditions).map(own.contains) ?? false
    }
    let places = known.indices.filter { own.contains(known[$0].index) }
    guard let first = places.first, let last = places.last else {
      return bounds.contains { holds($0.text) } ? nil : "without a version"
    }
    guard last - first + 1 == places.count else { return nil }
    let lower = bounds.filter { $0.version <= known[first].version }.max { $0.version < $1.version }
    let upper = bounds.filter { $0.version >= known[last].version }.min { $0.version < $1.version }
    let from = first == 0 ? nil : lower.map { holds($0.text) ? "from \($0.text)" : "above \($0.text)" }
    let to = last == known.count - 1 ? nil : upper.map { holds($0.text) ? "up to \($0.text)" : "below \($0.text)" }
    if let lower, let upper, from != nil, to != nil, lower.version == upper.version, holds(lower.text) {
      return lower.text.shown + (isOpen ? " or without a version" : "")
    }
    let span = [from, to].compactMap(\.self).joined(separator: " and ").shown
    if span.isEmpty { return isOpen ? nil : "that can be compared" }
    return span + (isOpen ? " or without a version" : "")
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

  private func examples(_ own: Set<Int>) -> String {
    let values = own.sorted().prefix(3).map { property.classes[$0].value.raw?.string.shown ?? "none" }
    return (own.count > 3 ? "such as " : "") + values.joined(separator: ", ")
  }
}
