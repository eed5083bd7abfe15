import Herald

/// The events that stay in a small log because of one part of the answer.
package struct RemainingEvents: Hashable, Sendable {
  /// The part that would not be so without them.
  package let part: KeptPart
  /// The number of showings among them that the part needs by itself.
  package private(set) var showings = 0
  /// The number of other events that the part needs by itself.
  package private(set) var others = 0
  /// The number of events that stay because of these.
  package private(set) var followers = 0

  /// All of them.
  package var count: Int { showings + others + followers }

  fileprivate init(_ part: KeptPart) { self.part = part }

  fileprivate mutating func count(_ event: Event, isDirect: Bool) {
    if !isDirect {
      followers += 1
    } else if event.data.type == .promptShown {
      showings += 1
    } else {
      others += 1
    }
  }
}

extension IncidentReduction {
  /// The reason of each event that is left, but of those that stay in any case: the events of each part together, those
  /// of the largest number first.
  package mutating func remaining() -> [RemainingEvents] {
    var (direct, because) = ([Int: KeptPart](), [Int: Int]())
    reliving.work = ReductionWork(while: isWanted)
    let places = Dictionary(uniqueKeysWithValues: excerpt.entries.enumerated().map { ($1.index, $0) })
    let byRevision = Dictionary(
      uniqueKeysWithValues: excerpt.kept.map { (incident.events[$0].revision, $0) })
    for index in excerpt.kept where !reliving.claim.stays.contains(index) {
      guard let place = places[index] else { continue }
      var alone = reliving
      alone.ignoresEffects = true
      if case .claim(let part) = alone.breach(of: excerpt.entries, from: place, without: [place]) {
        direct[index] = part
      } else {
        switch reliving.breach(of: excerpt.entries, from: place, without: [place]) {
        case .unjustified(let revision), .missed(let revision): because[index] = byRevision[revision]
        case .fetch(let other), .beforeLaunch(let other): because[index] = other
        case .claim, .untried, nil: break
        }
      }
    }
    var groups: [KeptPart: RemainingEvents] = [:]
    for index in excerpt.kept where !reliving.claim.stays.contains(index) {
      var (current, seen) = (index, Set<Int>())
      while direct[current] == nil, let next = because[current], seen.insert(current).inserted { current = next }
      guard let part = direct[current] else { continue }
      groups[part, default: RemainingEvents(part)].count(incident.events[index], isDirect: current == index)
    }
    return groups.values.sorted { ($1.count, "\($0.part)") < ($0.count, "\($1.part)") }
  }
}

extension RemainingEvents {
  /// The reason in one sentence, such as `17 events stay so that count of update:4 fails: 3 showings and what justifies
  /// them.`; nil for a part that says nothing of the decision.
  var sentence: String? {
    guard let aim else { return nil }
    var parts: [String] = []
    if showings > 0 { parts.append(showings.of("showing")) }
    if others > 0 { parts.append(others.of(showings > 0 ? "other event" : "event")) }
    let isOne = showings + others == 1
    if followers > 0 {
      let what = showings > 0 ? "what justifies \(isOne ? "it" : "them")" : "what comes with \(isOne ? "it" : "them")"
      parts.append(what)
    }
    let detail = showings > 0 || followers > 0 ? ": \(parts.joined(separator: " and "))" : ""
    return "\(count.of("event")) \(count == 1 ? "stays" : "stay") so that \(aim)\(detail)."
  }

  private var aim: String? {
    switch part {
    case .answer: "the decision is the same"
    case .test(let rule, let test): "`\(test.rawValue)` of \(rule.string.shown) fails"
    case .property(let name): "`\(name.string.shown)` has its value"
    case .refusal: "the state tells the same refusal"
    case .verdict: "the verdict is the same"
    case .event: "the event that is asked about means the same"
    case .other: nil
    }
  }
}
