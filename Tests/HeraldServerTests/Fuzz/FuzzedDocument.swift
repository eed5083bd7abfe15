import HeraldFormats
import HeraldLines

@testable import Herald
@testable import HeraldServer

/// A policy's document, from its text to a decision.
enum FuzzedDocument {
  private static let now = Timestamp(milliseconds: 1_772_438_400_000)
  /// The longest text that is linted too, which takes longer than reading it.
  private static let longestLinted = 4096

  /// - Parameter form: the number of the format.
  static func read(_ form: UInt8, _ bytes: [UInt8]) throws {
    let text = String(decoding: bytes, as: UTF8.self)
    let format = ExactString(Formats.names[Int(form) % Formats.names.count])
    let document = Document(
      text: text, format: format, url: "https://example.com/policy", storeURL: "https://example.com/store")
    let read = Formats.read(document)
    for finding in read.diagnostics where finding.what.isEmpty || finding.fix.isEmpty {
      throw Disagreement("a finding has no words: \(finding)")
    }
    if text.utf8.count <= longestLinted {
      let findings = Lint.findings(in: document, at: now)
      if findings.count < read.diagnostics.count {
        throw Disagreement("the linter finds less than the reader: \(findings.count) < \(read.diagnostics.count)")
      }
    }
    try readJSON(text)
    guard case .accepted(let policy) = read.reading else { return }
    try decide(document)
    if format == "herald" { try raise(document, policy) }
  }

  /// Checks that the canonical form of a JSON text is its own canonical form.
  private static func readJSON(_ text: String) throws {
    guard let node = try? JSONNode.read(text).node else { return }
    let canonical = JSONWriter.text { CanonicalJSON.write(node, into: &$0) }
    guard let again = try? JSONNode.read(canonical.string).node else {
      throw Disagreement("a canonical form is not read: \(canonical)")
    }
    try agree(JSONWriter.text { CanonicalJSON.write(again, into: &$0) }, canonical, "a canonical form, written again")
  }

  /// Decides for some devices, each in its own state and in the state read from a snapshot.
  private static func decide(_ document: Document) throws {
    let shelf = DocumentShelf(reading: Formats.reading)
    shelf.put(document.text, digest: document.digest)
    for device in devices {
      var state = InstallationState()
      state.apply(Fact(revision: 1, time: DeviceTime(moment: now), data: .appLaunched(AppLaunched(profile: device))))
      var fetch = FetchSucceeded(
        trigger: .launch, url: document.url ?? "", format: document.format, digest: document.digest,
        document: document.text)
      fetch.storeURL = document.storeURL
      try shelf.complete(&fetch)
      state.apply(Fact(revision: 2, time: DeviceTime(moment: now), data: .fetchSucceeded(fetch)))
      guard let again = try InstallationState(snapshot: state.snapshot, policy: { try shelf.policy(named: $0) })
      else { throw Disagreement("a snapshot is not read: \(state.snapshot)") }
      for trigger in [Trigger.launch, .manual] {
        let question = Question(trigger: trigger, now: DeviceTime(moment: now, offsetMinutes: 60), source: "/i/1")
        var (decider, other, encoder) = (Decider(), Decider(), DecisionEncoder())
        let decision = decider.decide(question, in: state)
        var encoded = JSONWriter()
        encoder.write(decision, into: &encoded)
        try agree(ExactString(encoded.string), JSONWriter.text(decision.write), "a decision, written in two ways")
        try agree(
          JSONWriter.text(other.decide(question, in: again).write), ExactString(encoded.string),
          "a decision after a snapshot")
      }
    }
  }

  private static let devices = [
    Profile([
      ("appPackageName", "com.example.shop"), ("appVersionName", "2.1"), ("appVersionCode", "21"),
      ("deviceOsName", "android"), ("deviceOsVersion", "14"), ("deviceModel", "SM-G991B"), ("deviceLanguage", "de-DE"),
    ]),
    Profile([("appVersionName", "1.0-rc.1"), ("deviceOsName", "ios"), ("deviceLanguage", "tr")]),
  ]

  /// Checks that a document under another revision is the same policy under it.
  private static func raise(_ document: Document, _ policy: Policy) throws {
    guard let text = RaisedRevision.text(of: document.text, to: 4711) else { return }
    let raised = Formats.read(Document(text: text, format: document.format, url: document.url))
    guard case .accepted(let other) = raised.reading else {
      throw Disagreement("a document under a higher revision is refused: \(text)")
    }
    try agree(other.revision, 4711, "the revision of a raised document")
    try agree(other.rules.map(\.id), policy.rules.map(\.id), "the rules of a raised document")
  }
}
