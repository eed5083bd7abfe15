import Herald

/// Counts the installations that only one filter keeps from a rule, whose property they send under a similar name.
struct OtherPropertyNames: Sendable {
  /// The installations that send the property of one filter under one other name.
  struct Entry: Sendable {
    /// The index of the filter in the rule.
    let filter: Int
    /// The other name, and the first value in the order of the log.
    let first: NearProperty
    fileprivate(set) var installations = 1
  }

  private(set) var entries: [Entry] = []

  /// Counts an installation that fails this filter of the rule and nothing else.
  mutating func record(_ filter: Filter, at index: Int, against profile: Profile) {
    guard !filter.isInWords, let near = NearProperty(to: filter.property, in: profile) else { return }
    add(Entry(filter: index, first: near))
  }

  private mutating func add(_ entry: Entry) {
    let known = entries.firstIndex { $0.filter == entry.filter && $0.first.property == entry.first.property }
    if let known { entries[known].installations += entry.installations } else { entries.append(entry) }
  }

  /// Counts the installations of another part of the log, which follow.
  mutating func add(_ other: Self) { other.entries.forEach { add($0) } }
}

extension LoggedReach {
  /// The findings about devices that send the property of a rule's filter under a similar name.
  func otherPropertyNames(_ reach: RuleReach) -> [Diagnostic] {
    reach.otherPropertyNames.entries.map { entry in
      let (wanted, near) = (reach.rule.filters[entry.filter].property.string.shown, entry.first.property.string.shown)
      let count = entry.installations.of("installation", "installations")
      return Diagnostic(
        ReachCode.otherPropertyName, .warning,
        what: "The filter `\(wanted)` of `\(reach.rule.id)` leaves out \(count) without this property.",
        place: reach.rule.source.keys[entry.key(in: reach.rule)] ?? reach.rule.source.place,
        why: "they pass every other test, and send a property with a similar name: the first sends \(entry.first.sent)",
        fix: "if `\(near)` is meant, write the filter on it; if `\(wanted)` is, send it from the next release on")
    }
  }
}

extension OtherPropertyNames.Entry {
  /// JSON pointer of the filter below the rule.
  func key(in rule: Rule) -> String { "/filters/\(JSONPointer.token(rule.filters[filter].property.string))" }
}
