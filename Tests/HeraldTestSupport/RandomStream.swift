import Herald

extension Stream {
  /// A stream of random events over a few documents. Its clock sometimes steps back.
  package static func random(_ random: inout SplitMix64, count: Int) -> Stream {
    let documents = (0..<5).map { _ in randomDocument(&random) }
    var stream = Stream(source: ExactString("/i/\(random.int(0...9))"))
    for _ in 0..<count {
      let step = random.chance(10) ? -random.int(0...90_000_000) : random.int(0...40_000_000)
      stream.now = DeviceTime(
        moment: stream.now.later(by: Int64(step)).moment, offsetMinutes: random.pick([0, 60, -480, 345]))
      stream.append(stream.next(&random, documents))
    }
    return stream
  }

  private func next(_ random: inout SplitMix64, _ documents: [String]) -> EventData {
    switch random.int(0...19) {
    case 0, 1: return .launched(Self.randomProperties(&random), user: random.pick([nil, "1", "2"]))
    case 2...4: return .foregrounded(busy: random.chance(20))
    case 5: return .appBackgrounded
    case 6...9:
      let user: UserChange = random.pick([.unchanged, .unchanged, .signedOut, .signedIn("1")])
      return .fetched(random.pick(documents), trigger: random.pick(FetchTrigger.allCases), user: user)
    case 10: return .failed(random.pick(FetchTrigger.allCases))
    case 11:
      let trigger = random.pick(FetchTrigger.allCases)
      return .fetchSucceeded(FetchSucceeded(trigger: trigger, url: "u", format: "herald", status: 304))
    case 12...14:
      let rule = random.pick((state.policy?.rules.map(\.id) ?? []) + ["update:1", "push"])
      return .shown(ExactString("p\(facts.count)"), rule: rule, kind: random.pick(PromptKind.allCases))
    case 15, 16:
      let prompt = random.chance(80) ? state.visible?.prompt ?? "p" : "another"
      return .chosen(ExactString(random.pick(Button.allCases).rawValue), of: prompt)
    case 17:
      return .pushed(
        ExactString("push\(facts.count)"), url: random.pick(["https://h/a b", "nowhere", nil]),
        targetVersion: random.pick([nil, "2.0", "two"]), user: random.pick([nil, nil, "1", "2"]))
    case 18: return .attempted
    default: return .unknown
    }
  }

  private static func randomProperties(_ random: inout SplitMix64) -> [String: String] {
    var properties = ["appPackageName": random.pick(["a", "a", "a", " a ", "b"])]
    for (name, values) in [
      ("appVersionName", ["1.0", "1.5", "2.0", "two"]), ("appVersionCode", ["10", "20", ""]),
      ("deviceOsName", ["android", "iOS", "Android "]), ("deviceLanguage", ["en", "tr-TR", "de", ""]),
      ("installed.b", ["true", "false"]),
    ] where random.chance(80) {
      properties[name] = random.pick(values)
    }
    return properties
  }

  /// A document of a few random rules; one of them may be another app's, of an older revision or none at all.
  package static func randomDocument(_ random: inout SplitMix64) -> String {
    if random.chance(10) { return random.pick(["{", "[]", "{}"]) }
    let updates = (0..<random.int(0...3)).map { _ in randomRule(&random, isUpdate: true) }.joined(separator: ",")
    let messages = (0..<random.int(0...2)).map { _ in randomRule(&random, isUpdate: false) }.joined(separator: ",")
    return """
      {"packageName":"\(random.pick(["a", "a", "a", "b"]))","revision":\(random.int(1...4)),
       "reviewVersions":"\(random.pick(["", "", "2.0"]))","pushOnForeground":\(random.chance(30)),
       "updates":[\(updates)],"messages":[\(messages)]}
      """
  }

  private static func randomRule(_ random: inout SplitMix64, isUpdate: Bool) -> String {
    var keys = [#""id":\#(random.int(1...4))"#]
    for key in [
      #""filters":{"appVersionName":"\#(random.pick(["<2", "!1.5", "*", "1.*, two"]))"}"#,
      #""displayAfterDate":"\#(random.pick(["2026-03-02 12:00", "2026-03-05T00:00:00.500Z"]))""#,
      #""displayBeforeDate":"\#(random.pick(["2026-03-04", "2026-03-09T12:00+0100"]))""#,
      #""maxDisplayCount":\#(random.int(0...3))"#, #""displayPeriodInHours":\#(random.pick(["24", "0.5", "1e-5"]))"#,
      #""rollout":\#(random.pick(["50", "0.01", "100"]))"#, #""targetPackageName":"b""#,
      #""targetGooglePlay":true"#,
    ] where random.chance(25) {
      keys.append(key)
    }
    keys.append(#""descriptions":{"\#(random.pick(["*", "en", "tr"]))":"text"}"#)
    guard isUpdate else { return "{\(keys.joined(separator: ","))}" }
    for key in [
      #""forceUpdate":true"#, #""forceExit":true"#, #""targetVersion":"\#(random.pick(["1.5", "2.0"]))""#,
      #""targetVersionCode":15"#, #""skippable":true"#,
    ] where random.chance(25) {
      keys.append(key)
    }
    return "{" + (keys + [#""targetWebsiteUrl":"https://h/u""#]).joined(separator: ",") + "}"
  }
}
