import Foundation
import Herald
import HeraldFetch
import HeraldRuntime
import Testing

// What the article *Herald in your app* shows stands here as it stands there; the last test compares them.

/// The app's own Herald: made once, at the start.
func makeHerald(
  support: URL, group: URL, presenter: any Presenter,
  policy: any PolicySource = HTTPSource("https://updates.example.com/policy.json")
) -> Installation {
  Installation(
    ledger: support.appendingPathComponent("herald.sqlite").path,
    publication: Publication(policy),
    inbox: Inbox(path: group.appendingPathComponent("herald-inbox.jsonl").path),
    schedule: .daily,
    presenter: presenter,
    report: { finding in print("\(finding.code): \(finding.what) \(finding.fix)") })
}

/// What the device and the app say of themselves.
func properties(version: String, build: String, language: String) -> DeviceProperties {
  var properties = DeviceProperties.current
  properties.packageName = "com.example.shop"
  properties.versionName = version
  properties.versionCode = build
  properties.language = language
  properties.others["x-plan"] = "family"
  return properties
}

/// The shortest start: the ledger in the app's folder, a check each day, prompts as the platform shows them.
func startHerald() async -> Installation {
  let herald = Installation(policy: "https://updates.example.com/policy.json")
  await herald.launched()
  return herald
}

/// What Siren does: the App Store says what is newest, and the app how insistent it is.
func askTheStore() -> Installation {
  Installation(
    policy: "https://itunes.apple.com/lookup?bundleId=com.example.shop", format: "itunes",
    houseRules: HouseRules(
      json: #"{"displayPeriodInHours":24,"forceUpdateTypes":["major"],"releasedForDays":1,"skippable":true}"#))
}

/// The app's life, as its scene delegate or its activity tells it.
struct Lifecycle {
  let herald: Installation

  func started(version: String, build: String, language: String, user: String?) async {
    await herald.launched(properties(version: version, build: build, language: language), user: user)
  }

  func becameActive(isInCall: Bool) async {
    await herald.foregrounded(busy: isInCall)
    // Where the schedule says that it's time, and only then.
    await herald.checkIfDue()
  }

  func enteredBackground() async {
    await herald.backgrounded()
  }
}

func placeOrder(_ herald: Installation, send: () async throws -> Void) async throws -> Bool {
  switch await herald.attempt("placeOrder") {
  case .proceed:
    try await send()
    return true
  case .blocked:
    return false
  }
}

/// What a button "Check for updates" says.
func checkForUpdates(_ herald: Installation) async -> String {
  let result = await herald.check(.manual)
  switch result.outcome {
  case .none: return "You have the newest version."
  case .failed: return "That could not be found out: \(result.failure?.reason ?? "unknown")."
  case .exit, .force, .optional, .message: return ""
  }
}

/// Shows prompts in the app's own style.
struct ShopPresenter: Presenter {
  /// Shows a title, a text and buttons, and waits for the place of the one that is pressed.
  let show: @Sendable (String, String, [String]) async -> Int?
  let open: @Sendable (String) async -> Void

  func present(_ showing: Showing) async -> Button? {
    let words = PromptWords(showing.prompt)
    let text = ([words.message] + words.details).joined(separator: "\n\n")
    let pressed = await show(words.title, text, words.buttons.map(\.title))
    return pressed.map { words.buttons[$0].button }
  }

  func follow(_ button: Button, of showing: Showing) async {
    guard button == .update || button == .open, let destination = showing.prompt.destination else { return }
    await open(destination.string)
  }
}

/// What a button "Send the log to support" attaches.
func logForSupport(_ herald: Installation, folder: URL) async throws -> URL {
  let file = folder.appendingPathComponent("herald.jsonl")
  try await herald.writeLog(to: file.path)
  return file
}

/// In the extension: no ledger, no fetching, one line appended to a file.
func didReceive(_ payload: [String: String], group: URL) throws {
  let inbox = Inbox(path: group.appendingPathComponent("herald-inbox.jsonl").path)
  try inbox.received(
    Push(kind: payload["kind"] ?? "", url: payload["url"], targetVersion: payload["targetVersion"]))
}

@Suite("The article Herald in your app")
struct HeraldInYourAppTests {
  @Test("The app of the article blocks an order after a push until it is updated")
  func articlesAppBlocksAnOrder() async throws {
    let phone = try TestPhone()
    let opened = SharedValue<[String]>([])
    let shown = SharedValue<[String]>([])
    let presenter = ShopPresenter(
      show: { _, text, _ in
        shown.change { $0.append(text) }
        return 0
      },
      open: { url in opened.change { $0.append(url) } })
    phone.publisher.publish(#"{"packageName":"com.example.shop"}"#)
    let herald = makeHerald(
      support: phone.folder, group: phone.folder, presenter: presenter, policy: phone.publisher)
    let life = Lifecycle(herald: herald)
    let orders = SharedValue(0)
    await life.started(version: "1.0", build: "10", language: "en", user: "u")
    #expect(await checkForUpdates(herald) == "You have the newest version.")
    #expect(try await placeOrder(herald) { orders.change { $0 += 1 } })
    await life.enteredBackground()
    try didReceive(["kind": "forceUpdate", "url": "https://example.com/app"], group: phone.folder)
    await life.becameActive(isInCall: false)
    #expect(shown.value.isEmpty)
    #expect(try await !placeOrder(herald) { orders.change { $0 += 1 } })
    await herald.settled()
    #expect(opened.value == ["https://example.com/app"])
    await life.started(version: "2.0", build: "20", language: "en", user: "u")
    #expect(try await placeOrder(herald) { orders.change { $0 += 1 } })
    #expect(orders.value == 2)
    #expect(shown.value.count == 1)
    let log = try await logForSupport(herald, folder: phone.folder)
    #expect(try String(contentsOf: log, encoding: .utf8).contains(#""x-plan":"family""#))
    phone.publisher.fails("offline")
    #expect(await checkForUpdates(herald) == "That could not be found out: offline.")
  }

  @Test("The article shows code that is compiled here, word for word")
  func articlesCodeIsCompiled() throws {
    let article = try String(
      contentsOf: repository.appendingPathComponent("Sources/HeraldRuntime/HeraldRuntime.docc/HeraldInYourApp.md"),
      encoding: .utf8)
    let here = try String(contentsOf: URL(fileURLWithPath: #filePath), encoding: .utf8)
    let listings = article.components(separatedBy: "```swift\n").dropFirst().compactMap {
      $0.components(separatedBy: "```").first
    }
    #expect(listings.count == 10)
    for listing in listings { #expect(here.contains("\n\(listing)"), "the listing is not compiled as it is shown") }
  }
}
