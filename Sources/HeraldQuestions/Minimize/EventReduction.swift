import Herald

/// Leaves events out of an incident as long as a claim about it stays so.
extension IncidentReduction {
  /// The most events among which any two are tried together.
  private static var mostInPairs: Int { 40 }
  /// The most neighbours that are tried together, in a short log and in a long one.
  private static var mostNeighbours: Int { 6 }
  private static var mostInLong: Int { 2 }
  /// The most events of a log that counts as short.
  private static var mostOfShort: Int { 120 }

  /// Leaves out events until none can go alone.
  ///
  /// A showing goes with the decision that it follows and with its answer, since alone none of the three could.
  ///
  /// - Returns: true if some went.
  mutating func leaveOutEvents() -> Bool {
    let before = excerpt.entries.count
    for isWithDecision in [true, false] {
      _ = ChunkReduction.rest(of: showings(withDecision: isWithDecision)) { leaveOut(Set($0.joined())) }
    }
    var hasGone = false
    repeat {
      _ = ChunkReduction.rest(of: excerpt.kept.filter { !reliving.claim.stays.contains($0) }) { leaveOut(Set($0)) }
      hasGone = leaveOutSeveral()
    } while hasGone
    return excerpt.entries.count < before
  }

  /// Leaves out events that cannot go alone, and can together.
  private mutating func leaveOutSeveral() -> Bool {
    for group in showings(withDecision: true) + showings(withDecision: false) where leaveOut(Set(group)) { return true }
    let free = excerpt.kept.filter { !reliving.claim.stays.contains($0) }
    let longest = free.count > Self.mostOfShort ? Self.mostInLong : Self.mostNeighbours
    for length in 2...longest where length <= free.count {
      for start in (0...free.count - length).reversed() where leaveOut(Set(free[start..<start + length])) {
        return true
      }
    }
    guard free.count <= Self.mostInPairs else { return false }
    for (place, first) in free.enumerated().reversed() {
      for second in free[..<place].reversed() where leaveOut([first, second]) { return true }
    }
    return false
  }

  /// Leaves out events, given by their indices, if the claim allows it.
  private mutating func leaveOut(_ indices: Set<Int>) -> Bool {
    guard !indices.isEmpty, indices.isDisjoint(with: reliving.claim.stays) else { return false }
    var places: Set<Int> = []
    for (place, entry) in excerpt.entries.enumerated() where indices.contains(entry.index) { places.insert(place) }
    guard let first = places.min(),
      reliving.breach(of: excerpt.entries, from: first, without: places) == nil
    else { return false }
    excerpt = excerpt.without(places)
    reliving.change(at: first)
    return true
  }

  /// The events of each showing that is left: the one that asked for the decision before it, itself, where it is
  /// recorded again, and its answer.
  private func showings(withDecision: Bool) -> [[Int]] {
    var groups: [[Int]] = []
    var asked: Int?
    var open: [ExactString: Int] = [:]
    for entry in excerpt.entries {
      if entry.fact.data.decisionTrigger != nil { asked = entry.index }
      switch entry.fact.data.screenChange {
      case .shown(let showing):
        if let place = open[showing.prompt] {
          groups[place].append(entry.index)
        } else {
          open[showing.prompt] = groups.count
          groups.append((withDecision ? asked.map { [$0] } ?? [] : []) + [entry.index])
          asked = nil
        }
      case .answered(let answer): if let place = open[answer.prompt] { groups[place].append(entry.index) }
      case .cleared, nil: break
      }
    }
    return groups
  }
}
