import HeraldQuestions
import HeraldTestSupport
import Testing

@testable import Herald

/// The words name fields of the state by hand, because they make sentences of them.
@Suite("A state in words")
struct StateWordsTests {
  /// A value of a field, and the line that has it.
  private struct Told<Owner>: Sendable {
    let label: String
    let words: String
    let set: @Sendable (inout Owner) throws -> Void

    init(_ label: String, _ words: String, _ set: @escaping @Sendable (inout Owner) throws -> Void) {
      (self.label, self.words, self.set) = (label, words, set)
    }
  }

  private static let moment = Timestamp(milliseconds: 0)

  /// Fields without words: the line above the words has the revision and a time with its zone, the words of a launch
  /// have its properties, and draws follow from the installation's name.
  private static let notTold: Set<ExactString> = ["revision", "properties", "zone", "draws"]

  private static let fields: [ExactString: Told<InstallationState>] = [
    "user": Told("user", "ada") { $0.user = "ada" },
    "policy": Told("policy", "herald ") { $0.policy = Policy.make([]) },
    "trust": Told("trust", "1 of 1 key") { $0.trust = try Trust(keys: [TestKey(1).publicKey]) },
    "refused": Told("refused", ": expired") {
      $0.refused = DocumentRefusal(digest: Digest.of("refused"), reason: .expired)
    },
    "lastCheck": Told("last check", "\(moment)") { $0.lastCheck = moment },
    "failures": Told("last check", ", 2 failed since") {
      $0.lastCheck = moment
      $0.failures = 2
    },
    "latch": Told("latched push", "push-1 until version 2.0, https://example.com/app") {
      $0.latch = Latch(
        event: "push-1", url: "https://example.com/app", targetVersion: "2.0", appVersionName: nil)
    },
    "visible": Told("on the screen", "update:1, optional") {
      $0.visible = VisiblePrompt(prompt: "p-1", rule: "update:1", kind: .optional)
    },
    "records": Told("update:1", "shown 1 time") {
      $0.records = ShowingRecords([ShowingRecords.Entry(rule: "update:1", record: ShowingRecord(shown: 1))])
    },
    "counts": Told("counts", "2 launches") { $0.counts = try counts("launches") },
  ]

  /// Fields of a record without words: they are the exact times and the target behind those that have some.
  private static let notToldOfRecords: Set<ExactString> = [
    "showings", "target", "firstShown", "shownForTarget", "lastButtonAt",
  ]

  private static let recordFields: [ExactString: Told<ShowingRecord>] = [
    "shown": Told("update:1", "shown 2 times") { $0.shown = 2 },
    "deferrals": Told("update:1", "put off 2 times") { $0.storedDeferrals = 2 },
    "lastShown": Told("update:1", "last \(moment)") { $0.lastShown = moment },
    "lastButton": Told("update:1", "answered later") { $0.lastButton = "later" },
    "skippedVersion": Told("update:1", "skips 2.0") { $0.skippedVersion = "2.0" },
  ]

  private static var recordShape: FieldShape? {
    FieldShape.state.first { $0.name == "records" }?.shape.member("update:1")
  }

  private static var countNames: [ExactString] {
    FieldShape.state.first { $0.name == "counts" }?.shape.names ?? []
  }

  /// Counts of which one is 2, and all others are 0.
  private static func counts(_ name: ExactString) throws -> EventCounts {
    try #require(InstallationState(anchor: #"{"state":{"counts":{"\#(name)":2}}}"#) { _ in nil }).counts
  }

  /// The lines that a state has, and that another one lacks.
  private func lines(_ state: InstallationState, unlike other: InstallationState = InstallationState()) -> [String] {
    let others = Set(StateWords(other, .plain).lines)
    return StateWords(state, .plain).lines.filter { !others.contains($0) }
  }

  private func has<Owner>(_ lines: [String], _ told: Told<Owner>) -> Bool {
    lines.contains { $0.hasPrefix(told.label + " ") && $0.contains(told.words) }
  }

  @Test("Each field of a state and of a record has words, or is left out on purpose, and nothing else has")
  func names() {
    #expect(Set(Self.fields.keys).union(Self.notTold) == Set(FieldShape.state.map(\.name)))
    #expect(Set(Self.recordFields.keys).union(Self.notToldOfRecords) == Set(Self.recordShape?.names ?? []))
    #expect(Self.notTold.isDisjoint(with: Self.fields.keys))
    #expect(Self.notToldOfRecords.isDisjoint(with: Self.recordFields.keys))
  }

  @Test("The words of a state have the value of each field", arguments: fields.keys.sorted())
  func field(_ name: ExactString) throws {
    let told = try #require(Self.fields[name])
    var state = InstallationState()
    try told.set(&state)
    #expect(has(lines(state), told))
  }

  @Test(
    "The words of a trust whose keys cannot be read say that it accepts no document",
    arguments: [
      ([], 1, "the app's `trust` cannot be read, so it trusts nobody and accepts no document"),
      (
        ["\(TestKey(1).publicKey.text)"], 2,
        "2 keys have to sign, and only 1 of those in the app's `trust` can be read, so it accepts no document"
      ),
    ] as [([String], Int, String)])
  func faultyTrust(keys: [String], threshold: Int, words: String) throws {
    let quoted = (keys + ["RWQ"]).map { "\"\($0)\"" }.joined(separator: ",")
    let anchor = #"{"state":{"trust":{"keys":[\#(quoted)],"threshold":\#(threshold),"required":true}}}"#
    let state = try #require(InstallationState(anchor: anchor) { _ in nil })
    #expect(lines(state).contains { $0.hasPrefix("trust ") && $0.hasSuffix(" \(words)") }, "\(lines(state))")
  }

  @Test("The words of a record have the value of each field", arguments: recordFields.keys.sorted())
  func recordField(_ name: ExactString) throws {
    func state(_ record: ShowingRecord) -> InstallationState {
      var state = InstallationState()
      state.records = ShowingRecords([ShowingRecords.Entry(rule: "update:1", record: record)])
      return state
    }
    let told = try #require(Self.recordFields[name])
    let empty = ShowingRecord(shown: 0)
    var record = empty
    try told.set(&record)
    #expect(has(lines(state(record), unlike: state(empty)), told))
  }

  @Test("Each count of a state has its name in words", arguments: countNames)
  func count(_ name: ExactString) throws {
    var state = InstallationState()
    state.counts = try Self.counts(name)
    // `strayButtons` are `stray buttons`.
    let words = name.string.reduce(into: "") { $0 += $1.isUppercase ? " \($1.lowercased())" : String($1) }
    #expect(lines(state).contains { $0.hasPrefix("counts ") && $0.hasSuffix(" 2 \(words)") })
  }

  @Test("There are counts, and a record has fields")
  func shapes() {
    #expect(!Self.countNames.isEmpty)
    #expect(Self.recordShape?.names.isEmpty == false)
  }
}
