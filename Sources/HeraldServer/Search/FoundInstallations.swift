import Herald
import HeraldLog

/// Takes installations from a replay, one after the other, and stores many at a time.
struct FoundInstallations: ReplayVisitor {
  private var found: [FoundInstallation] = []
  /// All users of the installation that is replayed, and the last of them.
  private var users: Set<ExactString> = []
  private var user: ExactString?
  private let store: ([FoundInstallation]) throws -> Void

  /// A transaction for each would take longer than the replay, and one for all would need memory for all.
  private static let atOnce = 4096

  init(store: @escaping ([FoundInstallation]) throws -> Void) { self.store = store }

  mutating func began(_ source: ExactString, in state: InstallationState) { note(state) }

  mutating func visit(_ moment: inout ReplayMoment) { note(moment.state) }

  private mutating func note(_ state: borrowing InstallationState) {
    if user == state.user { return }
    user = state.user
    if let user { users.insert(user) }
  }

  mutating func ended(_ source: ExactString, in state: InstallationState) throws {
    found.append(FoundInstallation(source, state, users: users))
    (users, user) = ([], nil)
    if found.count >= Self.atOnce { try storeRest() }
  }

  /// Stores the installations that were not stored yet.
  mutating func storeRest() throws {
    if found.isEmpty { return }
    try store(found)
    found.removeAll(keepingCapacity: true)
  }
}
