import Herald
import HeraldFormats
import Testing

/// An app on a device, which fetches documents one after the other.
struct Installed {
  private(set) var state = InstallationState()
  private var revision = 0
  private(set) var now = DeviceTime(moment: Timestamp(milliseconds: 1_772_438_400_000))
  static let store: ExactString = "https://store.example.com/app"

  /// - Parameter version: `appVersionName`.
  init(_ version: String? = "1.0", _ properties: [String: String] = [:]) {
    var properties = properties
    properties["appVersionName"] = version
    launch(properties)
  }

  private init(launching: Void) {}

  /// Before the first launch.
  static var unlaunched: Installed { Installed(launching: ()) }

  mutating func launch(_ properties: [String: String]) {
    apply(
      .appLaunched(
        AppLaunched(
          profile: Profile(properties.map { (name: ExactString($0.key), value: ExactString($0.value)) }), user: nil)))
  }

  /// Waits, or sets the clock back.
  mutating func wait(hours: Double) {
    let moment = Timestamp(milliseconds: now.moment.milliseconds + Int64((hours * 3_600_000).rounded()))
    now = DeviceTime(moment: moment, offsetMinutes: now.offsetMinutes)
  }

  private mutating func apply(_ data: EventData) {
    revision += 1
    state.apply(Fact(revision: revision, time: now, data: data))
  }

  /// Fetches a document and returns the effect: `force`, `optional`, why nothing is shown, or why it is refused.
  mutating func fetch(
    _ text: String, as format: ExactString, storeURL: ExactString? = store, houseRules: String? = nil,
    trigger: FetchTrigger = .launch
  ) -> String {
    let url: ExactString = "https://policy.example.com/answer"
    let houseRules = houseRules.flatMap { HouseRules(json: $0) }
    let document = Document(text: text, format: format, url: url, storeURL: storeURL, houseRules: houseRules)
    apply(
      .fetchSucceeded(
        FetchSucceeded(
          trigger: trigger, url: url, format: format, storeURL: storeURL, houseRules: houseRules,
          digest: document.digest,
          reading: Formats.read(document).reading)))
    if let refused = state.refused { return refused.reason.rawValue }
    let decision = explanation.decision
    return decision.prompt?.kind.rawValue ?? decision.reason.rawValue
  }

  /// Shows the prompt of the last decision, and chooses a button.
  mutating func answer(_ button: ExactString) {
    guard let prompt else { return }
    apply(.promptShown(PromptShown(prompt: "p", rule: prompt.rule, kind: prompt.kind)))
    apply(.buttonChosen(ButtonChosen(prompt: "p", button: button)))
  }

  var explanation: Explanation { Explanation(Question(trigger: .launch, now: now, source: "/i/1"), in: state) }

  var prompt: Prompt? { explanation.decision.prompt }

  /// The comparisons of a rule's test.
  func comparisons(_ test: RuleTest, of rule: ExactString) throws -> [Comparison] {
    let explained = try #require(explanation.rules.first { $0.rule.id == rule }, "no rule \(rule) was looked at")
    return explained.tests.filter { $0.test == test }.flatMap(\.comparisons)
  }

  /// What follows where this is all that the app ever fetched.
  func outcome(_ text: String, as format: ExactString, storeURL: ExactString? = store) -> String {
    var copy = self
    return copy.fetch(text, as: format, storeURL: storeURL)
  }
}

/// Reads a document of a format, fetched with a store page or without one.
func read(_ text: String, as format: ExactString, storeURL: ExactString?) -> ReadDocument {
  Formats.read(Document(text: text, format: format, url: "https://policy.example.com/answer", storeURL: storeURL))
}
