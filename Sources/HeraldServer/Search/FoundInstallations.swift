import GRDB
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

  mutating func began(_ source: ExactString, in state: InstallationState) { record(state) }

  mutating func visit(_ moment: inout ReplayMoment) { record(moment.state) }

  private mutating func record(_ state: borrowing InstallationState) {
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

/// An installation in a list, with the values that distinguish it from others.
struct FoundInstallation: Sendable {
  let source: ExactString
  /// The user who is signed in.
  let user: ExactString?
  /// Every user who was ever signed in, because a customer who signed out asks too.
  var users: Set<ExactString> = []
  /// The time of its last event.
  let last: Timestamp?
  let revision: Int
  /// Its properties as a JSON object.
  let properties: String
  /// The reason why its last document was refused; nil if it was not.
  let refused: String?
  /// The rule whose prompt is on the screen.
  let visible: ExactString?
  /// The rules that it was shown.
  var shown: [ExactString] = []

  init(_ source: ExactString, _ state: InstallationState, users: Set<ExactString>) {
    self.users = users
    self.source = source
    user = state.user
    last = state.lastTime
    revision = state.revision
    properties = Self.json(state.profile)
    refused = state.refused?.reason.rawValue
    visible = state.visible?.rule
    shown = state.records.entries.filter { $0.record.shown > 0 }.map(\.rule)
  }

  private static func json(_ profile: Profile) -> String {
    var output = JSONWriter()
    output.object { output in
      for (name, value) in profile.properties { output.member(named: name) { $0.string(value) } }
    }
    return output.string
  }

  init(_ row: Row) {
    source = ExactString(row["source"] as String)
    user = (row["user"] as String?).map { ExactString($0) }
    last = (row["last"] as Int64?).map { Timestamp(milliseconds: $0) }
    revision = row["revision"]
    properties = row["properties"]
    refused = row["refused"]
    visible = (row["visible"] as String?).map { ExactString($0) }
  }

  func store(in database: Database) throws {
    try database.cachedStatement(sql: "INSERT OR REPLACE INTO installations VALUES (?, ?, ?, ?, ?, ?, ?)").execute(
      arguments: [
        source.string, user?.string, last?.milliseconds, revision, properties, refused, visible?.string,
      ])
    let shows = try database.cachedStatement(sql: "INSERT OR IGNORE INTO shown VALUES (?, ?)")
    let signsIn = try database.cachedStatement(sql: "INSERT OR IGNORE INTO users VALUES (?, ?)")
    for user in users { try signsIn.execute(arguments: [user.string, source.string]) }
    for rule in shown { try shows.execute(arguments: [rule.string, source.string]) }
  }

  /// Appends the installation as an object.
  func write(into output: inout JSONWriter) {
    output.object {
      $0.member("source", source)
      $0.member("revision", revision)
      $0.member("last", last)
      $0.member("user", user)
      $0.member("properties") { $0.raw(json: properties) }
      $0.member("refused", refused)
      $0.member("visible", visible)
    }
  }
}
