import HeraldTestSupport
import Testing

@testable import Herald

@Suite("Trust")
struct TrustTests {
  private static let key = TestKey(1).publicKey.text

  @Test("Trust that is written as JSON is read as what was written", arguments: [true, false])
  func readsWhatItWrites(isRequired: Bool) throws {
    let trust = try Trust(keys: [Self.key, TestKey(2).publicKey.text], threshold: 2, isRequired: isRequired)
    #expect(Trust(json: trust.json) == trust)
  }

  @Test("One signature is required where trust names only keys")
  func defaults() throws {
    let trust = Trust(json: ExactString(#"{"keys":["\#(Self.key)"],"x":1}"#))
    #expect(trust.threshold == 1)
    #expect(trust.isRequired)
  }

  @Test(
    "Trust of a wrong type or out of range trusts nobody, because a slip of the pen must not switch signatures off",
    arguments: [
      "{}", #"{"keys":7}"#, #"{"keys":[]}"#, #"{"keys":[7]}"#, #"{"keys":["RWQ="]}"#,
      #"{"keys":["KEY"],"threshold":2}"#,
      #"{"keys":["KEY"],"threshold":0}"#, #"{"keys":["KEY"],"threshold":"1"}"#, #"{"keys":["KEY"],"threshold":1.5}"#,
      #"{"keys":["KEY"],"required":"true"}"#, "[]", "7", "",
    ])
  func wrongTypesTrustNobody(json: String) {
    let trust = Trust(json: ExactString(json.replacing("KEY", with: Self.key)))
    #expect(trust == .nobody)
    #expect(trust.json == #"{"keys":[],"threshold":1,"required":true}"#)
    #expect(Trust(json: trust.json) == trust)
  }

  @Test(
    "A key that cannot be read among others is left out, and the threshold stays",
    arguments: [#"{"keys":["KEY",null]}"#, #"{"keys":["RWQ=","KEY"]}"#, #"{"keys":[7,"KEY"],"threshold":2}"#])
  func unreadableKeyIsLeftOut(json: String) {
    let trust = Trust(json: ExactString(json.replacing("KEY", with: Self.key)))
    #expect(trust.keys.map(\.text) == [Self.key])
    #expect(trust.threshold == (json.contains("threshold") ? 2 : 1))
    #expect(Trust(json: trust.json) == trust, "An event that is written is read as itself.")
  }

  @Test("A snapshot keeps a threshold that is higher than the number of keys that could be read")
  func snapshotKeepsThreshold() {
    let trust = Trust(json: ExactString(#"{"keys":[7,"\#(Self.key)"],"threshold":2}"#))
    var state = InstallationState()
    let launch = AppLaunched(profile: .empty, trust: trust)
    state.apply(Fact(revision: 1, time: DeviceTime(moment: Timestamp(milliseconds: 0)), data: .appLaunched(launch)))
    let again = InstallationState(snapshot: state.snapshot, policy: { _ in nil })
    #expect(again?.trust == trust)
    #expect(state.snapshot.contains(#""threshold":2"#))
  }

  @Test("A threshold that no number of signatures meets is refused", arguments: [0, -1, 2])
  func refusesOtherThresholds(threshold: Int) {
    #expect(throws: TrustFault.thresholdOutOfRange(threshold, keys: 1)) {
      try Trust(keys: [Self.key], threshold: threshold)
    }
  }

  @Test("A text that is not a public key is refused by name")
  func refusesOtherKeys() { #expect(throws: TrustFault.noPublicKey("RWx")) { try Trust(keys: ["RWx"]) } }

  @Test(
    "A public key is 56 characters of base64 that begin with the kind of key",
    arguments: [String(key.dropLast()), key + "A", "X" + key.dropFirst(), key.replacing("R", with: "!"), ""])
  func otherTextsAreNoKeys(text: String) { #expect(PublicKey(text) == nil) }

  @Test("A public key's text is what it was read from")
  func keyKeepsItsText() { #expect(PublicKey(Self.key)?.text == Self.key) }
}
