import Herald

// A program of the core alone: it folds a life, decides and writes the decision.
let source: ExactString = "/installations/1"
let rule = Rule(
  id: "update:1", kind: .force,
  descriptions: Descriptions([Descriptions.Entry(key: "*", texts: PromptTexts(message: "Version 2 is here."))]),
  destinations: Rule.Destinations(onAndroid: nil, elsewhere: "https://example.com/app"))
let policy = Policy(of: Document(text: "{}", format: "herald"), rules: [rule])
let fetch = FetchSucceeded(
  trigger: .launch, url: "https://example.com/policy", format: "herald", digest: policy.digest,
  reading: .accepted(policy))
let now = DeviceTime(moment: Timestamp(milliseconds: 1_772_438_400_000))

var state = InstallationState()
state.apply(Fact(revision: 1, time: now, data: .appLaunched(AppLaunched(profile: .empty, user: nil))))
state.apply(Fact(revision: 2, time: now, data: .fetchSucceeded(fetch)))
var decider = Decider()
let decision = decider.decide(Question(trigger: .launch, now: now, source: source), in: state)
print(decision.prompt?.rule.string ?? "nothing")
