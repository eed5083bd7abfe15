import Herald
import HeraldFormats
import HeraldLog

/// Makes an incident as small as a claim about it allows: none of what is left can go alone.
///
/// Facts are left out and never changed.
package struct IncidentReduction<Claim: IncidentClaim> {
  let incident: Incident
  /// The rest so far.
  package internal(set) var excerpt: IncidentExcerpt
  var reliving: Reliving<Claim>
  /// False once nobody waits for the answer.
  let isWanted: () -> Bool

  /// Begins with the whole incident.
  package init(_ incident: Incident, keeping claim: Claim) {
    self.init(incident, OriginalEffects(of: incident), keeping: claim)
  }

  init(
    _ incident: Incident, _ original: OriginalEffects, keeping claim: Claim,
    while isWanted: @escaping () -> Bool = { true }
  ) {
    self.incident = incident
    self.isWanted = isWanted
    excerpt = incident.whole
    reliving = Reliving(claim, of: incident, after: original)
    reliving.work = ReductionWork(while: isWanted)
  }

  /// True if the claim holds of what is left. Where it does not hold of the whole incident, it rests on more than that.
  package mutating func holds() -> Bool { reliving.breach(of: excerpt.entries, from: 0) == nil }

  /// True if less may be needed than is left, because the work came to its end.
  package var isUnfinished: Bool { reliving.work.isOver }

  /// Leaves out events, parts of documents and properties until none can go alone, or until the work comes to its end.
  package mutating func run() {
    while true {
      let hasLessEvents = leaveOutEvents()
      let hasLessShown = leaveOutShownRules()
      let hasLessText = leaveOutOfDocuments()
      let hasLessRules = leaveOutHouseRules()
      let hasLessProperties = leaveOutProperties()
      if !hasLessEvents, !hasLessShown, !hasLessText, !hasLessRules, !hasLessProperties { return }
    }
  }
}

/// Leaves out parts of documents and of house rules.
extension IncidentReduction {
  /// The documents that may lose something, each once.
  var unsignedDigests: [ExactString] {
    // Of what is left alone: made small again, the log has no other events.
    let signed = excerpt.signedDocuments
    var digests: [ExactString] = []
    for entry in excerpt.entries {
      guard case .fetchSucceeded(let fetch) = entry.fact.data, let digest = fetch.digest, !digests.contains(digest),
        !signed.contains(digest)
      else { continue }
      digests.append(digest)
    }
    return digests
  }

  private mutating func leaveOutOfDocuments() -> Bool {
    var hasLess = false
    for digest in unsignedDigests where leaveOut(of: digest) { hasLess = true }
    return hasLess
  }

  private mutating func leaveOut(of digest: ExactString) -> Bool {
    guard let text = excerpt.documents[digest] ?? incident.documents[digest],
      let node = try? JSONNode.read(text, depthLimit: DocumentJSON.depthLimit, lenient: true).node
    else { return false }
    var hasLess = false
    let read = incident.read
    _ = JSONParts.reduced(node) { smaller in
      guard reliving.work.begin() else { return false }
      let text = smaller.line
      reliving.work.read(bytes: text.utf8.count)
      guard replace(where: { $0.digest == digest }, { $0.reading(text, by: read) }) else { return false }
      excerpt.documents[digest] = text
      hasLess = true
      return true
    }
    return hasLess
  }

  private mutating func leaveOutHouseRules() -> Bool {
    var hasLess = false
    for index in excerpt.kept {
      guard case .fetchSucceeded(let fetch) = incident.data(index, in: excerpt), let rules = fetch.houseRules,
        let node = try? JSONNode.read(rules.json.string).node
      else { continue }
      let read = incident.read
      let text = fetch.digest.flatMap { excerpt.documents[$0] ?? incident.documents[$0] }
      _ = JSONParts.reduced(node) { smaller in
        guard reliving.work.begin(), let smaller = HouseRules(json: smaller.line) else { return false }
        let isAccepted = replace(at: index) { data in
          guard case .fetchSucceeded(var fetch) = data else { return nil }
          fetch.houseRules = smaller
          return .fetchSucceeded(text.map { fetch.reading($0, by: read) } ?? fetch)
        }
        hasLess = hasLess || isAccepted
        return isAccepted
      }
    }
    return hasLess
  }

  private mutating func replace(
    where isMeant: (FetchSucceeded) -> Bool, _ change: (FetchSucceeded) -> FetchSucceeded
  ) -> Bool {
    var known: [(fetch: FetchSucceeded, read: FetchSucceeded)] = []
    return replace { data in
      guard case .fetchSucceeded(let fetch) = data, isMeant(fetch) else { return nil }
      // The same fetch again has the same policy.
      if let same = known.first(where: { $0.fetch.isRead(as: fetch) }) {
        var fetch = fetch
        fetch.reading = same.read.reading
        return .fetchSucceeded(fetch)
      }
      let read = change(fetch)
      known.append((fetch, read))
      return .fetchSucceeded(read)
    }
  }

  /// Changes the data of events, if the claim allows it.
  ///
  /// - Parameters:
  ///   - index: the index of the only event that may change; nil for all.
  ///   - change: returns nil for data that stays as it is.
  mutating func replace(at index: Int? = nil, _ change: (EventData) -> EventData?) -> Bool {
    var entries = excerpt.entries
    var first: Int?
    for place in entries.indices where index == nil || entries[place].index == index {
      guard let data = change(entries[place].fact.data) else { continue }
      entries[place].fact.data = data
      first = first ?? place
    }
    guard let first, reliving.breach(of: entries, from: first) == nil else { return false }
    excerpt.entries = entries
    reliving.change(at: first)
    return true
  }
}

/// Leaves out properties.
extension IncidentReduction {
  private mutating func leaveOutProperties() -> Bool {
    var names: Set<ExactString> = []
    for entry in excerpt.entries {
      if case .appLaunched(let launch) = entry.fact.data { names.formUnion(launch.profile.properties.map(\.name)) }
    }
    var hasLess = false
    let rest = ChunkReduction.rest(of: names.sorted()) { chunk in
      let goes = replace { Self.without(Set(chunk), in: $0) }
      if goes { hasLess = true }
      return goes
    }
    // A property that stays at one launch may go at another.
    for index in excerpt.kept {
      for name in rest where replace(at: index, { Self.without([name], in: $0) }) { hasLess = true }
    }
    return hasLess
  }

  private static func without(_ names: Set<ExactString>, in data: EventData) -> EventData? {
    guard case .appLaunched(var launch) = data else { return nil }
    let rest = launch.profile.properties.filter { !names.contains($0.name) }
    if rest.count == launch.profile.properties.count { return nil }
    launch.profile = Profile(rest)
    return .appLaunched(launch)
  }
}

extension Incident {
  /// The data of an event as an excerpt has it.
  func data(_ index: Int, in excerpt: IncidentExcerpt) -> EventData? {
    excerpt.entries.first { $0.index == index }?.fact.data
  }
}

extension IncidentExcerpt {
  /// The documents that a signature is about, where a launch asks for signatures; otherwise none. They stay whole.
  fileprivate var signedDocuments: Set<ExactString> {
    var (signed, state) = (Set<ExactString>(), InstallationState())
    var asks = false
    for entry in entries {
      state.apply(entry.fact)
      if case .appLaunched(let launch) = entry.fact.data, launch.trust != nil { asks = true }
      guard case .fetchSucceeded(let fetch) = entry.fact.data, fetch.signature != nil else { continue }
      // The signature of a 304 is about the document in force.
      if let digest = fetch.digest ?? state.policy?.digest { signed.insert(digest) }
    }
    return asks ? signed : []
  }
}

extension FetchSucceeded {
  /// The fetch with a document of this text, under the digest of the original.
  func reading(_ text: String, by read: @escaping PolicyReading) -> FetchSucceeded {
    guard let digest else { return self }
    var fetch = self
    let shelf = DocumentShelf(reading: read)
    shelf.put(text, digest: digest)
    // Nothing is looked up, because the shelf has the document.
    try? shelf.complete(&fetch)
    return fetch
  }

  /// True if a document is read into the same policy for both fetches.
  fileprivate func isRead(as other: FetchSucceeded) -> Bool {
    format == other.format && url == other.url && storeURL == other.storeURL && houseRules == other.houseRules
      && digest == other.digest && signature == other.signature
  }
}
