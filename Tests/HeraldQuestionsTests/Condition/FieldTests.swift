@testable import HeraldQuestions
import HeraldTestSupport
import Testing

@testable import Herald

@Suite("Values by name")
struct FieldTests {
  @Test("A state's fields are those of its JSON, whatever happened", arguments: Seeds.all)
  func stateFieldsMatchItsJSON(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let stream = Stream.random(&random, count: 80)
    var state = InstallationState()
    for fact in stream.facts {
      state.apply(fact)
      var json = JSONWriter()
      state.write(source: "/i", into: &json)
      var fields = JSONWriter()
      Field.object([Field.Member("source", .text("/i"))] + state.fields).write(into: &fields)
      #expect(fields.string == json.string)
    }
  }

  @Test("Every field of a state and a decision has a known name and shape", arguments: Seeds.all)
  func everyFieldHasAKnownShape(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let stream = Stream.random(&random, count: 80)
    var (state, decider) = (InstallationState(), Decider())
    for fact in stream.facts {
      state.apply(fact)
      let decision = Question(fact.data, at: fact.time, of: stream.source).map { decider.decide($0, in: state) }
      for member in state.fields + [Field.Member("decision", decision?.field ?? .null)] {
        let shape = FieldShape.object(FieldShape.state + [FieldShape.Member("decision", .decision)])
        check(member.value, shape.member(member.name), "\(member.name)")
      }
    }
  }

  @Test("A state writes the fields that it reads, in the same order")
  func order() throws {
    var state = InstallationState()
    // Draws and trust are written only where a launch brought them.
    #expect(state.fields.map(\.name) == FieldShape.state.map(\.name).filter { $0 != "draws" && $0 != "trust" })
    let trust = try Trust(keys: [TestKey(1).publicKey])
    let launch = AppLaunched(profile: Profile([("a", "1")]), draws: Draws(["update:1": 0]), trust: trust)
    state.apply(.appLaunched(launch), at: DeviceTime(moment: Timestamp(milliseconds: 0)), revision: 1)
    #expect(state.fields.map(\.name) == FieldShape.state.map(\.name))
  }

  private func check(_ value: Field, _ shape: FieldShape?, _ name: String) {
    switch (value, shape) {
    case (.null, .some), (.number, .number), (.text, .text), (.time, .time), (.list, .list): break
    case (.object(let members), .some(let shape)):
      if case .object(let known) = shape { #expect(members.map(\.name) == known.map(\.name), "\(name)") }
      for member in members { check(member.value, shape.member(member.name), "\(name).\(member.name)") }
    default: Issue.record("\(name) is \(value), not \(shape?.kind ?? "known")")
    }
  }

  @Test("A decision's fields are those of its JSON, and each rule has the test that it failed")
  func decisionFieldsMatchItsJSON() throws {
    var stream = Stream()
    stream.append(.launched(["appPackageName": "a", "appVersionName": "1.0"]))
    let document = """
      {"packageName":"a","updates":[
       {"id":1,"filters":{"appVersionName":"2"},"descriptions":{"*":"x"},"targetWebsiteUrl":"https://h/u"},
       {"id":"a.b","descriptions":{"*":"x"},"targetWebsiteUrl":"https://h/u","variants":[{"id":"v","weight":1}]}]}
      """
    let decision = try stream.ask(.fetched(document))
    var (json, fields) = (JSONWriter(), JSONWriter())
    decision.write(into: &json)
    decision.field.write(into: &fields)
    #expect(json.string.replacing(/"rules":.*/, with: "") == fields.string.replacing(/"rules":.*/, with: ""))
    let failed = FieldPath(["decision", "rules", "update:1", "failed"])
    #expect(failed.value(in: stream.state, decision: decision) == .text("filters"))
    #expect(failed.value(in: stream.state, decision: nil) == .null)
    #expect(failed.description == #"decision.rules["update:1"].failed"#)
  }
}
