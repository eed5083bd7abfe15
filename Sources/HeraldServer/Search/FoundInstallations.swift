import Herald
import HeraldLog

/// Takes installations from a replay, each at its end, and stores many at a time.
struct FoundInstallations: ReplayVisitor {
  private var found: [FoundInstallation] = []
  private let store: ([FoundInstallation]) throws -> Void

  /// A transaction for each would take longer than the replay, and one for all would need memory for all.
  private static let atOnce = 4096

  init(store: @escaping ([FoundInstallation]) throws -> Void) { self.store = store }

  mutating func ended(_ source: ExactString, in state: InstallationState) throws {
    found.append(FoundInstallation(source, state))
    if found.count >= Self.atOnce { try storeRest() }
  }

  /// Stores those that were not stored yet.
  mutating func storeRest() throws {
    if found.isEmpty { return }
    try store(found)
    found.removeAll(keepingCapacity: true)
  }
}
