import Herald
import HeraldLog
import HeraldPages
import HeraldQuestions

/// The findings of an audit as rows of a page: whom, which device and app, what and when, each with a link, and before
/// them what the affected have in common. It collects them while the audit runs.
struct AuditFindings: Sendable {
  private static let mostRows = 200
  /// The most installations whose users, models and versions are looked up.
  var mostSources = 5000

  /// A prompt that is not as decided. The answer's own words name its verdict.
  private struct Finding: Sendable {
    let verdict: String
    let source: ExactString
    let revision: Int
    let time: DeviceTime?
    let rule: String
    let kind: String
    /// The revision of the decision that the prompt is judged by; nil for none.
    let decided: Int?
  }

  private let app: App
  private var findings: [Finding] = []
  private var summary: JSONNode?
  /// The findings as text, and the figures.
  private(set) var words = ""

  /// The number of the findings that have a row or are counted apart.
  var count: Int { findings.count }

  /// True once the audit came to its end.
  var hasSummary: Bool { summary != nil }

  /// Verdicts that accuse nobody, and so have no row.
  private static let agreeing: Set<String> = [AuditVerdict.justified.rawValue, AuditVerdict.open.rawValue]

  /// No finding yet.
  init(of app: App) { self.app = app }

  /// The findings of an audit over all installations. It has a line for every prompt, so no line is kept but for a finding.
  static func found(in reader: LedgerReader, of app: App) throws -> AuditFindings {
    var findings = AuditFindings(of: app)
    let sink = AnswerSink.both(json: { try findings.read($0) }, words: { findings.words += $0 })
    var question = AuditQuestion()
    question.receipts = try app.arrivals.lastReceipts()
    try question.answer(in: app.events(reader), to: sink)
    return findings
  }

  /// Takes lines of an audit as they are found.
  mutating func read(_ lines: [UInt8]) throws {
    for line in lines.split(separator: UInt8(ascii: "\n")) {
      let node = try JSONNode.read(String(decoding: line, as: UTF8.self)).node
      if let last = node[name: "summary"] { summary = last }
      if let finding = Self.finding(node) { findings.append(finding) }
    }
  }

  private static func finding(_ line: JSONNode) -> Finding? {
    guard let verdict = line[name: "verdict"]?.string, !agreeing.contains(verdict),
      let source = line[name: "source"]?.string, let revision = line[name: "revision"]?.wholeNumber
    else { return nil }
    return Finding(
      verdict: verdict, source: ExactString(source), revision: revision,
      time: line[name: "time"]?.string.flatMap { DeviceTime(rfc3339: $0) },
      rule: line[name: "rule"]?.string ?? "a prompt", kind: line[name: "kind"]?.string ?? "",
      decided: line[name: "decision"]?[name: "revision"]?.wholeNumber)
  }

  /// The values for the page's template.
  func values() async throws -> [String: Any] {
    let sources = sources.prefix(mostSources)
    let known = try await app.search.known(Array(sources))
    return [
      "hasFindings": !findings.isEmpty, "figures": figures, "hasChain": chain != nil,
      "chain": AnswerCards.marked(chain ?? ""),
      "groups": groups(known, lookedUp: Set(sources)),
      "rows": findings.prefix(Self.mostRows).map { row($0, known[$0.source]) },
      "hasMore": findings.count > Self.mostRows, "more": (findings.count - Self.mostRows).grouped,
    ]
  }

  /// The installations in the order of the findings, so that the same are looked up each time.
  private var sources: [ExactString] {
    var seen: Set<ExactString> = []
    return findings.map(\.source).filter { seen.insert($0).inserted }
  }

  /// How many prompts got which verdict, of how many installations.
  private var figures: String {
    let members = summary?.members ?? []
    func number(_ name: String) -> Int? { members.first { $0.name == name }?.node.wholeNumber }
    let verdicts = AuditVerdict.allCases.compactMap { verdict in
      number(verdict.rawValue).map { "\(verdict.sign) \($0.grouped) \(verdict.words)" }
    }
    return "\((number("installations") ?? 0).of("installation", "installations")). Prompts: "
      + verdicts.joined(separator: ", ") + "."
  }

  private var chain: String? {
    guard let chain = summary?[name: "chain"]?.string else { return nil }
    let heads = summary?[name: "comparedHeads"]?.wholeNumber ?? 0
    let compared =
      heads == 0
      ? "No noted head was given to compare it with: `herald audit --head` does, and proves what was cut off too."
      : "\(heads.of("head", "heads")) compared."
    return "Chain \(chain): each link was recomputed. \(compared)"
  }

  /// A sentence for each verdict and rule: how many prompts of how many installations, and the versions and models.
  ///
  /// - Parameter lookedUp: the installations whose versions and models were looked up.
  private func groups(
    _ known: [ExactString: FoundInstallation], lookedUp: Set<ExactString>
  ) -> [[String: Any]] {
    let groups = Dictionary(grouping: findings) { [$0.verdict, $0.rule] }
    return groups.sorted { ($1.value.count, $0.key[1]) < ($0.value.count, $1.key[1]) }.map { key, findings in
      let sources = Set(findings.map(\.source))
      let devices = sources.map { known[$0] }
      let rest = sources.subtracting(lookedUp).count
      func values(_ name: String, _ property: String) -> String {
        RefusedWords.values(name, devices.map { $0?.property(property) ?? "" })
      }
      let shared = [
        values("app", "appVersionName"), values("model", "deviceModel"), values("system", "deviceOsVersion"),
        rest > 0 ? "\(rest.of("installation", "installations")) not looked up" : "",
      ]
      let values: [String: Any] = [
        "verdict": words(key[0]), "rule": key[1],
        "count": "\(findings.count.of("prompt", "prompts")) of \(sources.count.of("installation", "installations"))",
        "have": shared.filter { !$0.isEmpty }.joined(separator: " · "),
      ]
      return values.merging(FindLinks.values(naming: sources.sorted(), app: app)) { $1 }
    }
  }

  private func words(_ verdict: String) -> String {
    AuditVerdict(rawValue: verdict).map { "\($0.sign) \($0.words)" } ?? verdict
  }

  private func row(_ finding: Finding, _ device: FoundInstallation?) -> [String: Any] {
    let query = "?app=\(app.name.addressPart)"
    let address = "/installations/\(finding.source.string.addressPart)"
    return [
      "source": finding.source.string, "device": "\(address)\(query)#r\(finding.revision)",
      "user": device?.user?.string ?? "", "model": device?.property("deviceModel") ?? "",
      "version": device?.property("appVersionName") ?? "", "verdict": words(finding.verdict), "rule": finding.rule,
      "kind": finding.kind, "time": finding.time.map { PageTime.html($0) } ?? "no time",
      "why": "\(address)/at/\(finding.revision)\(query)", "revision": finding.revision.grouped,
      "hasWhy": finding.decided != nil,
    ]
  }
}
