import Foundation
import Herald
import HeraldCurl
import HeraldFetch
import HeraldFormats
import HeraldRuntime
import Testing

// Copies of the samples in doc comments, so that they compile; the test compares them. Those for Apple's systems are in
// `Tools/apple/samples`, which `Tools/apple/check` type-checks.

@Suite("Samples in doc comments of HeraldFetch, HeraldFormats, HeraldInbox and HeraldRuntime")
struct SampleTests {
  @Test(
    "Each sample in a module's doc comments is compiled in this file",
    arguments: ["HeraldFetch", "HeraldFormats", "HeraldInbox", "HeraldRuntime"])
  func compiled(module: String) throws {
    var files = [URL(fileURLWithPath: #filePath)]
    files += try FileManager.default.contentsOfDirectory(
      at: repository.appendingPathComponent("Tools/apple/samples"), includingPropertiesForKeys: nil)
    let compiled = try files.map { Self.lines(try String(contentsOf: $0, encoding: .utf8)) }
    let samples = try Self.samples(in: repository.appendingPathComponent("Sources/\(module)"))
    #expect(!samples.isEmpty)
    for (file, sample) in samples {
      #expect(compiled.contains { $0.contains(sample) }, "\(file) has a sample that isn't compiled")
    }
  }

  /// The samples of a folder's files, without indentation.
  private static func samples(in folder: URL) throws -> [(file: String, sample: String)] {
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?.allObjects ?? []
    return try files.compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }.flatMap { file in
      try String(contentsOf: file, encoding: .utf8).components(separatedBy: "/// ```swift\n").dropFirst().map {
        (
          file.lastPathComponent,
          lines($0.components(separatedBy: "/// ```")[0].replacing("/// ", with: "").replacing("///", with: ""))
        )
      }
    }
  }

  private static func lines(_ text: String) -> String {
    text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
      .joined(separator: "\n")
  }
}

private func readsADocument(text: String) {
  let read = Formats.read(Document(text: text, format: "herald"))
  for finding in read.diagnostics { print(finding.what, finding.fix) }
  if case .accepted(let policy) = read.reading { print(policy.rules.map(\.id)) }
}

private func lintsADocument(text: String) {
  let document = Document(text: text, format: "herald")
  for finding in Lint.findings(in: document, at: Timestamp(milliseconds: 1_772_438_400_000)) {
    print(finding.code, finding.what, finding.fix)
  }
}

private func waitsAfterFailures() async throws {
  let wait = Backoff().delay(afterFailures: 3, random: .random(in: 0..<1))
  try await Task.sleep(for: wait)
}

private func readsAFile() async -> FetchOutcome {
  let outcome = await FileSource("policies/shop.json").fetch(FetchRequest())
  return outcome
}

private func setsOptions() -> HTTPSource {
  var options = HTTPOptions()
  options.parameters = .turkcell
  options.limits.total = .seconds(10)
  let source = HTTPSource("https://updates.example.com/policy.json", over: .curl, options: options)
  return source
}

private func fetches() async {
  let source = HTTPSource("https://updates.example.com/policy.json", over: .curl)
  switch await source.fetch(FetchRequest()) {
  case .document(let text, _, _): print(text)
  case .notModified: print("nothing new")
  case .failed(let failure): print(failure.reason, failure.diagnostic.fix)
  }
}

struct BuiltIn: PolicySource {
  let url = "x-app:built-in"
  func fetch(_ request: FetchRequest) async -> FetchOutcome {
    .document(text: #"{"packageName": "com.example.shop"}"#, Validators())
  }
}

private func sendsEvents(path: String) -> Installation {
  let upload = Upload(to: "https://herald.example.com", key: "…", policy: .unmetered)
  let herald = Installation(
    ledger: path, publication: Publication(HTTPSource("https://herald.example.com/v1/policies/com.example.shop")),
    upload: upload)
  return herald
}

private func fixesTheEnvironment() -> DeviceEnvironment {
  let environment = DeviceEnvironment(
    now: { DeviceTime(moment: Timestamp(milliseconds: 1_772_438_400_000), offsetMinutes: 60) },
    newID: { "e-1" },
    random: { 0 })
  return environment
}

private func leavesAPush(group: URL) throws {
  let inbox = Inbox(path: group.appendingPathComponent("herald-inbox.jsonl").path)
  try inbox.received(Push(kind: "forceUpdate", url: "https://example.com/app"))
}

private func addsAFormat() -> FormatRegistry {
  let remoteConfig = OwnFormat("remote-config") { document in
    let rule = Rule(
      id: "update:newest", kind: .optional,
      descriptions: Descriptions(inAllLanguages: PromptTexts(message: document.text)),
      destinations: Rule.Destinations(onAndroid: nil, elsewhere: "https://example.com/app"))
    return ReadDocument(Policy(of: document, rules: [rule]))
  }
  let formats = FormatRegistry.standard.adding(remoteConfig)
  return formats
}

private func addsAPropertyOfItsOwn(herald: Installation) async {
  var properties = DeviceProperties.current
  properties.others["x-plan"] = "family"
  await herald.launched(properties)
}

private func writesALog(herald: Installation) async throws {
  let file = FileManager.default.temporaryDirectory.appendingPathComponent("herald.jsonl")
  try await herald.writeLog(to: file.path)
}

private func startsInThreeLines() async {
  let herald = Installation(policy: "https://updates.example.com/policy.json")
  await herald.launched()
}

private func startsWithNameAndVersion() {
  let herald = Installation(
    policy: "https://updates.example.com/policy.json", package: "com.example.shop", version: "3.9")
  _ = herald
}

private func launches(folder: URL) async {
  let herald = Installation(
    ledger: folder.appendingPathComponent("herald.sqlite").path,
    publication: Publication(HTTPSource("https://updates.example.com/policy.json")),
    schedule: .daily,
    presenter: TerminalPresenter())
  await herald.launched(properties: ["appPackageName": "com.example.shop", "appVersionName": "1.4.0"])
}

struct ConsolePresenter: Presenter {
  func present(_ showing: Showing) async -> Button? {
    print(PromptWords(showing.prompt).message)
    return showing.prompt.buttons.first
  }
  func follow(_ button: Button, of showing: Showing) async {
    print(showing.prompt.destination?.string ?? "")
  }
}

private func collectsTexts(_ showing: Showing) -> String {
  let words = PromptWords(showing.prompt)
  let text = ([words.message] + words.details).joined(separator: "\n\n")
  return text
}

private func showsInATerminal(path: String, publication: Publication) -> Installation {
  let herald = Installation(ledger: path, publication: publication, presenter: TerminalPresenter())
  return herald
}

private func publishes() -> [Publication] {
  let publication = Publication(HTTPSource("https://updates.example.com/policy.json"))
  let lookup = Publication(
    HTTPSource("https://itunes.apple.com/lookup?bundleId=com.example.shop"), format: "itunes",
    houseRules: HouseRules(displayPeriodInHours: 24, isSkippable: true))
  return [publication, lookup]
}

private func checksOnSchedule(_ herald: Installation, lastCheck: DeviceTime?) async {
  if Schedule.daily.isDue(after: lastCheck, now: .current) { await herald.checkIfDue() }
}
