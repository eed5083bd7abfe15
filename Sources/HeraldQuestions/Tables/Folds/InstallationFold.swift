import Herald

/// The data that the tables keep of one installation while its events are replayed.
final class InstallationFold {
  let source: ExactString
  private var showings = ShowingsFold()
  private var changes = VersionChanges()
  private var totals = InstallationTotals()
  /// The rules and documents that counted this installation.
  var marks = InstallationMarks()
  /// The revision up to which an earlier update counted its events for rules and documents.
  let counted: Int

  init(_ source: ExactString, counted: Int = 0) {
    self.source = source
    self.counted = counted
  }

  /// Applies the next event.
  ///
  /// - Parameters:
  ///   - previous: the revision of the state before the event.
  ///   - state: after the event.
  ///   - rows: receives the rows that the event completes.
  /// - Returns: the event's effect on a showing; nil where it has none.
  func record<Sink: TableSink>(
    _ fact: Fact, after previous: Int, in state: InstallationState, decision: Decision?, rows: inout Sink
  ) throws -> ShowingsFold.Change? {
    totals.events += 1
    if case .unknown = fact.data {
      showings.pass(fact.revision, after: previous)
      return nil
    }
    totals.firstEventAt = totals.firstEventAt ?? fact.time.moment
    totals.lastEventAt = fact.time.moment
    let change = showings.record(fact, after: previous, of: source, in: state, decision: decision)
    if let change { count(change) }
    if case .appLaunched(let launch) = fact.data { try launched(launch, fact, &rows) }
    return change
  }

  private func count(_ change: ShowingsFold.Change) {
    changes.record(change)
    switch change {
    case .shown: totals.showings += 1
    case .answered(let row):
      totals.answers += 1
      if row.isAccepted { totals.accepted += 1 }
    }
  }

  private func launched<Sink: TableSink>(_ launch: AppLaunched, _ fact: Fact, _ rows: inout Sink) throws {
    let update = changes.launched(launch, fact, of: source)
    if let update {
      totals.updates += 1
      try rows.append(update)
    }
    try showings.launched(launch.profile, at: fact.time.moment, update, of: source) { try rows.append($0) }
  }

  /// Sends the rows that waited for the stream's end.
  func end<Sink: TableSink>(in state: InstallationState, rows: inout Sink) throws {
    totals.missed = showings.missed
    totals.unknown = showings.unknown
    try showings.end(of: source) { try rows.append($0) }
    try rows.append(InstallationRow(source: source, state: state, totals: totals))
  }
}

/// The rules and documents that counted an installation, as indices of their tallies.
struct InstallationMarks {
  private var rules: [Int32] = []
  private var documents: [Int32] = []

  /// Returns true if the rule is new to the installation, and marks it as known.
  mutating func isNew(rule: Int) -> Bool { Self.insert(rule, &rules) }
  mutating func isNew(document: Int) -> Bool { Self.insert(document, &documents) }

  private static func insert(_ place: Int, _ places: inout [Int32]) -> Bool {
    let place = Int32(place)
    if places.contains(place) { return false }
    places.append(place)
    return true
  }
}

/// Finds the changes of the app's version in one installation, and the cause of each.
struct VersionChanges {
  /// At the last launch; nil before the first.
  private var profile: Profile?
  private var accepted: AcceptedShowing?
  private var showings = 0

  mutating func record(_ change: ShowingsFold.Change) {
    switch change {
    case .shown: showings += 1
    case .answered(let row):
      guard row.isAccepted, let answeredAt = row.answeredAt else { return }
      accepted = AcceptedShowing(
        prompt: row.showing.prompt, rule: row.showing.rule, kind: row.showing.kind, answeredAt: answeredAt)
    }
  }

  /// The change of version at a launch; nil for the first launch, and where the version is the same as before.
  mutating func launched(_ launch: AppLaunched, _ fact: Fact, of source: ExactString) -> UpdateRow? {
    defer { profile = launch.profile }
    guard let profile, profile !== launch.profile else { return nil }
    let (from, to) = (profile[.appVersionName], launch.profile[.appVersionName])
    guard from != to else { return nil }
    defer {
      accepted = nil
      showings = 0
    }
    return UpdateRow(
      source: source, revision: fact.revision, time: fact.time, from: from, to: to, accepted: accepted,
      showings: showings, profile: launch.profile)
  }
}
