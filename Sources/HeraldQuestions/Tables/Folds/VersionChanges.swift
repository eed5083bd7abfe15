import Herald

/// Finds the changes of the app's version in one installation, and the cause of each.
struct VersionChanges {
  /// At the last launch; nil before the first.
  private var profile: Profile?
  private var accepted: AcceptedShowing?
  private var showings = 0

  mutating func note(_ change: ShowingsFold.Change) {
    switch change {
    case .shown: showings += 1
    case .answered(let row):
      guard row.isAccepted == true, let answeredAt = row.answeredAt else { return }
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
