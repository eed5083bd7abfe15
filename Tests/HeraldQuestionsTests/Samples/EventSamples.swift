import Herald
import HeraldQuestions
import HeraldFormats

// The samples of Herald's doc comments on events, states and conditions, so that they compile.

private func makesAnEvent(_ state: inout InstallationState) {
  let event = Event(
    id: "e-1", source: "/installations/1", type: "app.foregrounded",
    time: DeviceTime(moment: Timestamp(milliseconds: 1_772_438_400_000), offsetMinutes: 60),
    revision: 1, data: .appForegrounded(AppForegrounded()))
  state.apply(event.fact)
}

private func configuresRules() {
  let houseRules = HouseRules(json: #"{"displayPeriodInHours":24,"skippable":true}"#)
  print(houseRules?.json ?? "")
}

private func readsEvents(_ lines: [String]) throws {
  var reader = EventReader()
  for (index, line) in lines.enumerated() {
    let event = try reader.event(line, revision: index + 1)
    print(event.source, event.revision, event.type)
  }
}

private func foldsEvents(_ events: [Event]) {
  var state = InstallationState()
  for event in events { state.apply(event.fact) }
  print(state.revision, state[.appVersionName] ?? "unknown", state.visible?.rule ?? "no prompt")
}

private func evaluatesACondition(_ state: InstallationState) throws {
  let condition = try Condition("visible.rule == update:7")
  print(condition.holds(in: state, decision: nil))
}

private func watchesACondition(_ events: [Event], _ state: inout InstallationState) throws {
  var watch = ConditionWatch(try Condition("visible != null"))
  for event in events {
    state.apply(event.fact)
    if watch.record(state, decision: nil) { print(event.revision, watch.holds) }
  }
}

private func comparesStates(_ before: InstallationState, _ after: InstallationState) {
  for difference in StateDifferences(before, after).differences {
    print(difference.path, difference.left.words ?? "–", difference.right.words ?? "–")
  }
}

private func comparesPolicies(_ before: InstallationState, _ after: InstallationState) {
  let differences = PolicyDifferences(before.policy, after.policy)
  for value in differences.values { print(value.key, value.left?.text ?? "", value.right?.text ?? "") }
}

private func listsFindings(_ document: Document) {
  for finding in Formats.read(document).diagnostics where finding.severity == .error {
    print("\(finding.location): \(finding.what) \(finding.why); \(finding.fix) [\(finding.code)]")
  }
}

private func readsAPolicy(_ document: Document) {
  if case .accepted(let policy) = Formats.read(document).reading {
    print(policy.rules.map(\.id))
  }
}

private func makesARule(_ url: ExactString) -> Rule {
  let rule = Rule(
    id: "update:7", kind: .optional, filters: [Filter(property: .deviceOsName, text: "android")], rollout: 2_500,
    descriptions: Descriptions([]), destinations: Rule.Destinations(onAndroid: url, elsewhere: nil))
  return rule
}

private func filtersVersions() {
  let filter = Filter(property: .appVersionName, text: "<2.7, !2.5.*")
  print(filter.verdict(on: PropertyValue("2.6")).matches)  // true
}

private enum MirrorCode: String, ExplainedCode {
  case mirrorBehind

  static let kind = "trouble with a mirror"

  var explanation: CodeExplanation {
    switch self {
    case .mirrorBehind:
      CodeExplanation("The mirror is behind.", when: "It has not copied the policy yet.", fix: "Ask again later.")
    }
  }
}

private func writesJSON(_ output: inout JSONWriter, _ revision: Int, _ prompt: Prompt, _ rules: [Field]) {
  output.object {
    $0.member("revision", revision)
    $0.member("show") { prompt.write(into: &$0) }
    $0.member("rules", rules) { $1.write(into: &$0) }
  }
}

private func trustsAKey() throws -> Trust {
  let trust = try Trust(keys: ["RWQf6LRCGA9i53mlYecO4IzT51TGPpvWucNSCh1CBM0QTaLn73Y7GFO3"])
  return trust
}

private func readsAPublicKey() {
  guard let key = PublicKey("RWQf6LRCGA9i53mlYecO4IzT51TGPpvWucNSCh1CBM0QTaLn73Y7GFO3") else { return }
  print(key.shortText)
}

private func readsPromises() -> SignedPromises {
  let promises = SignedPromises("herald package:com.example.shop revision:7 expires:2026-12-20T00:00:00Z")
  return promises
}
