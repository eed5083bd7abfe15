import Herald

/// Counts the installations with values that a policy compares with nothing, by rule and place.
struct NotComparable: Sendable {
  /// A value that one place of the policy cannot compare.
  struct Entry: Sendable {
    /// The index of the rule; nil for `reviewVersions`.
    let rule: Int?
    /// JSON pointer below the rule.
    let key: String
    /// The first such value in the order of the log.
    let first: Incomparable
    fileprivate(set) var installations = 1

    fileprivate func isOfSamePlace(as other: Entry) -> Bool {
      rule == other.rule && key.utf8.elementsEqual(other.key.utf8) && first.property == other.first.property
    }
  }

  private(set) var entries: [Entry] = []
  /// For each kind of device what its installations count for.
  private var known: [Profile: [Entry]] = [:]
  private static let mostKnown = 10_000

  /// Counts an installation.
  mutating func record(_ verdicts: DeviceVerdicts) {
    if let found = known[verdicts.profile] { return found.forEach { add($0) } }
    if known.count >= Self.mostKnown { known.removeAll(keepingCapacity: true) }
    let found = verdicts.incomparables.map { Entry(rule: $0.rule, key: $0.key, first: $0.value) }
    known[verdicts.profile] = found
    found.forEach { add($0) }
  }

  private mutating func add(_ entry: Entry) {
    if let index = entries.firstIndex(where: { $0.isOfSamePlace(as: entry) }) {
      entries[index].installations += entry.installations
    } else {
      entries.append(entry)
    }
  }

  /// Counts the installations of another part of the log, which follow.
  mutating func add(_ other: NotComparable) { other.entries.forEach { add($0) } }

  /// Counts no installation any more. What kinds of devices count for stays known.
  mutating func empty() { entries = [] }
}

extension LoggedReach {
  /// The findings about values that the document compares with nothing.
  func notComparable(in reach: PolicyReach) -> [Diagnostic] {
    reach.notComparable.entries.map { entry in
      let rule = entry.rule.map { reach.rules[$0].rule }
      let subject = rule.map { "`\($0.id.string.shown)`" } ?? "`reviewVersions`"
      let count = entry.installations.of("installation", "installations")
      let first = entry.first
      let value = first.text.string.isBlank ? "the empty text" : "`\(first.text.string.shown)`"
      let form = entry.first.form == .version ? "a version" : "a bundle version such as 10.2.3"
      return Diagnostic(
        ReachCode.notComparable, .error,
        what: "\(subject) compares `\(entry.first.property.string.shown)` of \(count) with nothing; the first sends "
          + (first.isMissing ? "none." : "\(value)."),
        place: rule.flatMap { $0.source.keys[entry.key] ?? $0.source.place },
        why: (first.isMissing ? "it is missing there" : "\(value) is not \(form)")
          + ", and what cannot be compared is neither lower nor higher",
        fix: Self.fix(entry, rule))
    }
  }

  /// The way to reach such installations: a filter names the text, and no other place of a document can.
  private static func fix(_ entry: NotComparable.Entry, _ rule: Rule?) -> String {
    let text = entry.first.text.string
    let part = text.isBlank ? "''" : text.replacing(",", with: "?") + (text.contains(",") ? "*" : "")
    if let filter = rule?.filters.first(where: { $0.property == entry.first.property }),
      entry.key.hasPrefix("/filters/")
    {
      return "name the text in the filter too: `\(filter.text.shown), \(part.shown)`; the next release should send a "
        + "version such as `3.9`"
    }
    if entry.key == "/targetVersion", let target = rule?.targetVersion, rule?.filters.isEmpty ?? false {
      return "in place of `targetVersion`, write the filter `\"appVersionName\": \"<\(target.text.string.shown), "
        + "\(part.shown)\"`; the next release should send a version such as `3.9`"
    }
    return
      "send a version such as `3.9` as `\(entry.first.property.string.shown)` from the next release on, and reach the "
      + "installations that send this by a rule with a filter that names it: `\(part.shown)`"
  }
}

extension RuleReach {
  /// False for an app version that is compared with nothing: a rule that it escapes so proves no way out.
  static func isComparable(_ profile: Profile) -> Bool {
    let version = PropertyValue(profile[.appVersionName])
    return version.raw == nil || version.version != nil
  }
}
