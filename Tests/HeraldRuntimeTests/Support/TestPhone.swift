import Foundation
import Herald
import HeraldFetch
import HeraldFormats
import HeraldLog
import HeraldRuntime
import Testing

/// A phone with a real ledger in a folder of its own: its clock, its ids, its publisher and its user are scripted.
final class TestPhone: Sendable {
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent("herald-phone-\(UUID().uuidString)")
  let clock = Locked(DeviceTime(moment: Timestamp(milliseconds: 1_772_438_400_000), offsetMinutes: 60))
  let publisher = Publisher()
  /// The reported findings and the appended events, in order.
  let findings = Locked<[Diagnostic]>([])
  let steps = Locked<[ReplayStep]>([])
  let ids = Locked(0)

  init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }
  deinit { try? FileManager.default.removeItem(at: folder) }

  func path(_ name: String) -> String { folder.appendingPathComponent(name).path }
  var ledger: String { path("phone.sqlite") }

  var environment: DeviceEnvironment {
    DeviceEnvironment(
      now: { [clock] in clock.value },
      newID: { [ids] in
        "e-\(ids.change { $0 += 1; return $0 })"
      },
      random: { 0 })
  }

  var inbox: Inbox { Inbox(path: path("inbox.jsonl"), environment: environment) }

  func installation(
    source: String? = "/i/1", format: String = "herald", storeURL: String? = nil, schedule: Schedule? = nil,
    backoff: Backoff = Backoff(), presenter: (any Presenter)? = nil, policy: (any PolicySource)? = nil,
    formats: FormatRegistry = .standard, damagedLedger: DamagedLedger = .leave, trust: Trust? = nil,
    upload: Upload? = nil
  ) -> Installation {
    Installation(
      ledger: ledger, source: source, publication: Publication(policy ?? publisher, format: format, storeURL: storeURL),
      trust: trust, inbox: inbox,
      schedule: schedule, backoff: backoff, upload: upload, presenter: presenter, environment: environment,
      formats: formats, damagedLedger: damagedLedger,
      report: { [findings] finding in findings.change { $0.append(finding) } },
      observe: { [steps] step in steps.change { $0.append(step) } })
  }

  /// Sets the clock forward, or back.
  func wait(hours: Double) {
    clock.change {
      $0 = DeviceTime(
        moment: Timestamp(milliseconds: $0.moment.milliseconds + Int64(hours * 3_600_000)),
        offsetMinutes: $0.offsetMinutes)
    }
  }

  static let old = ["appPackageName": "a", "appVersionName": "1.0"]
  static let new = ["appPackageName": "a", "appVersionName": "2.0"]

  /// The types of the ledger's events, in order.
  func types() throws -> [String] { try replayed().map(\.event.type.string) }

  /// The steps of a replay of the ledger.
  func replayed() throws -> [ReplayStep] {
    var visitor = Steps()
    try LedgerReader(path: ledger, reading: Formats.reading).replay(visitor: &visitor)
    return visitor.steps
  }

  /// The ledger's lines.
  func lines() throws -> [String] {
    var lines: [String] = []
    try LedgerReader(path: ledger, reading: Formats.reading).lines {
      lines.append($0)
    }
    return lines
  }
}

/// Keeps every step of a replay.
private struct Steps: ReplayVisitor {
  var steps: [ReplayStep] = []
  mutating func visit(_ moment: inout ReplayMoment) throws { steps.append(try moment.step()) }
}

/// A value that several threads change.
final class Locked<Value: Sendable>: @unchecked Sendable {
  private let lock = NSLock()
  private var stored: Value
  init(_ value: Value) { stored = value }

  var value: Value { lock.withLock { stored } }
  @discardableResult
  func change<Result>(_ body: (inout Value) -> Result) -> Result { lock.withLock { body(&stored) } }
}

/// Publishes documents as a test scripts them.
final class Publisher: PolicySource {
  let url = "https://example.com/policy"
  let requests = Locked<[FetchRequest]>([])
  private let answer = Locked(FetchOutcome.document(text: Publisher.document(), Validators()))

  func publish(_ text: String, etag: String? = nil, lastModified: String? = nil) {
    answer.change { $0 = .document(text: text, Validators(etag: etag, lastModified: lastModified)) }
  }
  func answers(_ outcome: FetchOutcome) { answer.change { $0 = outcome } }

  func fails(_ reason: String, retryAfter: RetryAfter? = nil) {
    let diagnostic = Diagnostic(
      FetchCode(rawValue: reason) ?? .http, .error, what: "No document came.", why: reason, fix: "try again")
    answers(.failed(FetchFailure(reason: reason, retryAfter: retryAfter, diagnostic: diagnostic)))
  }

  func fetch(_ request: FetchRequest) async -> FetchOutcome {
    requests.change { $0.append(request) }
    return answer.value
  }

  /// A document of app `a` with one update to 2.0, or without.
  static func document(_ kind: PromptKind? = nil, keys: String = "") -> String {
    let rule =
      #"{"id":1,"descriptions":{"*":{"title":"News","message":"Version 2"}},"targetWebsiteUrl":"https://example.com/app""#
    switch kind {
    case nil: return #"{"packageName":"a"\#(keys)}"#
    case .message: return #"{"packageName":"a"\#(keys),"messages":[\#(rule)}]}"#
    case .optional: return #"{"packageName":"a"\#(keys),"updates":[\#(rule),"targetVersion":"2.0","skippable":true}]}"#
    case .force: return #"{"packageName":"a"\#(keys),"updates":[\#(rule),"targetVersion":"2.0","forceUpdate":true}]}"#
    case .exit: return #"{"packageName":"a"\#(keys),"updates":[\#(rule),"targetVersion":"2.0","forceExit":true}]}"#
    }
  }
}

/// Answers prompts in the order that a test scripts. Without an answer the prompt vanishes.
final class ScriptedPresenter: Presenter {
  private let answers: Locked<[Button]>
  let shown = Locked<[Showing]>([])
  let followed = Locked<[Button]>([])

  init(_ answers: Button...) { self.answers = Locked(answers) }

  func present(_ showing: Showing) async -> Button? {
    shown.change { $0.append(showing) }
    return answers.change { $0.isEmpty ? nil : $0.removeFirst() }
  }

  func follow(_ button: Button, of showing: Showing) async { followed.change { $0.append(button) } }
}

/// The repository.
let repository = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
  .deletingLastPathComponent().deletingLastPathComponent()
