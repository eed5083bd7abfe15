import Herald

/// Describes the times at which users are forced, and the number of prompts that one user sees.
extension WhatIfReport {
  /// Describes the time at which the user is forced first under each policy; nil where both times are the same.
  func forced(_ change: PolicyChange) -> String? {
    guard change.isForcedOtherwise else { return nil }
    let label = style.red("forced".padded(to: 10))
    switch (change.firstForceBefore, change.firstForceAfter) {
    case (nil, let after?): return "\(label) by \(words(after)) (before: never)"
    case (let before?, nil): return "\(label) never (before: by \(words(before)))"
    case (let before?, let after?):
      return "\(label) by \(words(after)) (before: by \(words(before)))"
    case (nil, nil): return nil
    }
  }

  private func words(_ force: FirstForce) -> String {
    "\(force.rule.string.shown) (\(force.kind.rawValue)) at \(force.time.words), revision \(force.revision)"
  }

  /// Describes the number of installations that are forced, and their days.
  func forced(_ summary: WhatIfSummary) -> String {
    let numbers = "\(summary[.forcedBefore].grouped) before, \(summary[.forced].grouped) under the other policy"
    let days = summary.forced.filter { $0.value.after > 0 }.sorted { $0.key < $1.key }
    guard let first = days.first, let last = days.last else { return numbers }
    var count = 0
    let half = days.first { day in
      count += day.value.after
      return count * 2 >= summary[.forced]
    }
    let when =
      first.key == last.key
      ? "all of them on \(text(ofDay: first.key)) (UTC)"
      : "first on \(text(ofDay: first.key)), half of them by \(text(ofDay: (half ?? last).key)), "
        + "the last on \(text(ofDay: last.key)) (UTC)"
    return "\(numbers): \(when)"
  }

  /// The most prompts that one user sees within 24 hours.
  func mostADay(_ summary: WhatIfSummary) -> String {
    let who = summary.busiest.map { ", by \($0.source.string.shown) in the 24 hours to \($0.end.words)" } ?? ""
    return "\(summary[.mostADayBefore].of("prompt", "prompts")) before, \(summary[.mostADay]) under the other policy"
      + who
  }
}

extension JSONWriter {
  /// Appends the first prompt that a user could not put off, or null.
  mutating func member(_ name: StaticString, _ force: FirstForce?) {
    member(name, optional: force) { output, force in
      output.object {
        $0.member("rule", force.rule)
        $0.member("kind", word: force.kind)
        $0.member("time", force.time.moment)
        $0.member("revision", force.revision)
      }
    }
  }
}
