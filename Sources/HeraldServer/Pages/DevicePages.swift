import Herald
import HeraldLog
import HeraldPages
import HeraldQuestions
import Hummingbird

/// The page of an installation: the report's, with its timeline and slider, and what went wrong on the way here.
struct DevicePages {
  let parts: ServerParts

  func add(to router: RouterGroup<ServerContext>) {
    router.get("installations/:source") { try await device($0, $1) }
  }

  private func device(_ request: Request, _ context: ServerContext) async throws -> Response {
    let (app, source) = try await parts.asked(request, context, "page")
    let query = "?app=\(app.name.addressPart)"
    let here = "/installations/\(source.string.addressPart)"
    var served = ServedDevice(answers: "\(here)/at/{revision}\(query)", menu: .desk(of: app.name, for: context))
    served.links = [ServedDevice.Link("Redacted log for a bug report", to: "\(here)/redacted\(query)")]
    served.compare = "\(here)/at/last/compare"
    if context.token?.allows(.forget) == true {
      served.links.append(
        ServedDevice.Link("Forget it", to: "/forget\(query)&kind=installation&name=\(source.string.addressPart)"))
    }
    let receipts = try app.arrivals.receipts(of: source, atMost: Self.mostReceipts)
    let refused = try app.arrivals.rejectedCount(of: source)
    let reasons = try app.arrivals.reasons(of: source)
    let refusals = try app.arrivals.refusals(of: source, atMost: Refusal.Reason.allCases.count)
    let lines = "/rejected\(query)&source=\(source.string.addressPart)"
    let html = try await app.readers.read { [served] reader in
      var visitor = DeviceTroubles(DeviceReports(of: nil))
      try reader.replay(ReplayScope(.source(source)), progress: nil, visitor: &visitor)
      var served = served
      served.troubles = visitor.words(
        { "\(here)/at/\($0)\(query)" }, search: { FindPage.address(of: $0, app: app) }, receipts: receipts,
        refused: (refused, lines), refusals)
      served.refused =
        refusals.map { ServedDevice.Trouble(RefusedWords.sentence($0, head: visitor.last)) }
        + reasons.map {
          ServedDevice.Trouble(
            RefusedWords.sentence($0), at: ServedDevice.Link("The lines", to: "\(lines)&reason=\($0.name.addressPart)"))
        }
      if let policy = visitor.policy {
        let address = FindPage.address(of: "policy.digest == \(policy.quoted)", app: app)
        served.links.insert(ServedDevice.Link("All phones that hold this policy", to: address), at: 0)
      }
      visitor.reports.served = served
      return try visitor.reports.html(of: source) { try reader.document($0) }
    }
    return .html(html)
  }

  private static let mostReceipts = 1000
}

/// The troubles of an installation's clock, of its fetches and of the upload of its events, found while its page is made.
struct DeviceTroubles: ReplayVisitor {
  var reports: DeviceReports
  /// The last revision.
  private(set) var last = 0
  /// The revisions that decided.
  private var decisions: [Int] = []
  private var gaps: [ClosedRange<Int>] = []
  private var clockSteps: [(revision: Int, back: Int64)] = []
  private var zones: [(revision: Int, from: Int, to: Int)] = []
  private var lastZone: Int?
  private var failed = FailedFetches()
  /// The digest of the policy in force at the end; nil for none.
  private(set) var policy: ExactString?
  private var contradictions: [(revision: Int, data: String?)] = []

  private static let mostOfEach = 5

  init(_ reports: DeviceReports) { self.reports = reports }

  mutating func visit(_ moment: inout ReplayMoment) throws {
    let data = moment.data
    let step = try moment.step()
    let event = step.event
    if event.revision > last + 1 { gaps.append(last + 1...event.revision - 1) }
    last = max(last, event.revision)
    failed.record(data, revision: event.revision, time: event.time, failures: step.state.failures)
    if step.decision != nil { decisions.append(event.revision) }
    if step.state.counts.clockSteps > step.before.counts.clockSteps {
      let before = step.before.lastTime ?? event.time.moment
      clockSteps.append((event.revision, before.milliseconds - event.time.moment.milliseconds))
    }
    if !event.time.isMissing {
      let zone = event.time.offsetMinutes
      if let lastZone, lastZone != zone { zones.append((event.revision, lastZone, zone)) }
      lastZone = zone
    }
    if event.type == "upload.contradicted" { contradictions.append((event.revision, step.writtenData)) }
    reports.add(step)
  }

  mutating func began(_ source: ExactString, in state: InstallationState) throws {
    last = state.revision
    failed.began(after: state.failures)
    try reports.began(source, in: state)
  }

  mutating func ended(_ source: ExactString, in state: InstallationState) throws {
    policy = state.policy?.digest
    try reports.ended(source, in: state)
  }

  /// The troubles in words, with links.
  ///
  /// - Parameters:
  ///   - moment: makes the address of a revision.
  ///   - search: makes the address of a search by a condition.
  ///   - receipts: the installation's receipts, the newest first.
  ///   - refused: the number of its refused lines, and the address of the page that lists them.
  ///   - refusals: its forks and gaps.
  func words(
    _ moment: (Int) -> String, search: (String) -> String, receipts: [Receipt], refused: (count: Int, address: String),
    _ refusals: [Refusal]
  ) -> [ServedDevice.Trouble] {
    // The decision that follows the trouble. The one before it knows nothing of it.
    func at(_ revision: Int) -> ServedDevice.Link {
      let words = "revision \(revision.grouped)"
      guard let next = decisions.first(where: { $0 >= revision }), next != revision else {
        return ServedDevice.Link(words, to: moment(revision))
      }
      return ServedDevice.Link("\(words), and what was decided then (revision \(next.grouped))", to: moment(next))
    }
    var troubles: [ServedDevice.Trouble] = []
    if let (sentence, revision) = failed.words {
      troubles.append(ServedDevice.Trouble(sentence, at: revision.map(at)))
      if let condition = failed.condition {
        let others = ServedDevice.Link("Whose fetches fail for the same reason", to: search(condition))
        troubles.append(ServedDevice.Trouble("", at: others))
      }
    }
    for gap in gaps.suffix(Self.mostOfEach) {
      troubles.append(ServedDevice.Trouble(Self.words(gap), at: at(gap.upperBound + 1)))
    }
    if refused.count > 0 {
      troubles.append(
        ServedDevice.Trouble(
          refused.count == 1
            ? "A line that names it was refused." : "\(refused.count.grouped) lines that name it were refused.",
          at: ServedDevice.Link("Why", to: refused.address)))
    }
    for refusal in refusals {
      switch refusal.reason {
      case .fork:
        troubles.append(
          ServedDevice.Trouble("Events of another phone with its name were refused as a fork: see Refused below."))
      case .gap where refusal.revision ?? 0 > last:
        troubles.append(
          ServedDevice.Trouble("Events behind a gap were refused and did not come since: see Refused below."))
      case .gap: break
      }
    }
    for (revision, data) in contradictions.suffix(Self.mostOfEach) {
      troubles.append(ServedDevice.Trouble(Self.contradiction(data), at: at(revision)))
    }
    for (revision, back) in clockSteps.suffix(Self.mostOfEach) {
      troubles.append(
        ServedDevice.Trouble("Its clock was set back by \(LengthOfTime.rough(back)).", at: at(revision)))
    }
    for (revision, from, to) in zones.suffix(Self.mostOfEach) {
      troubles.append(ServedDevice.Trouble(Self.words(from: from, to: to), at: at(revision)))
    }
    let off = receipts.filter { $0.delay.map(Receipt.isOff) ?? false }
    for receipt in off.prefix(Self.mostOfEach) {
      troubles.append(ServedDevice.Trouble(Self.words(receipt), at: at(receipt.revisions.upperBound)))
    }
    let rest = [gaps.count, contradictions.count, clockSteps.count, zones.count, off.count].reduce(0) {
      $0 + max(0, $1 - Self.mostOfEach)
    }
    if rest > 0 { troubles.append(ServedDevice.Trouble("\(rest.grouped) more of these kinds.")) }
    return troubles
  }

  private static func words(_ gap: ClosedRange<Int>) -> String {
    gap.count == 1
      ? "Revision \(gap.lowerBound.grouped) never came: what is said after it may be wrong."
      : "Revisions \(gap.lowerBound.grouped) to \(gap.upperBound.grouped) never came: what is said after them may be wrong."
  }

  private static func words(from: Int, to: Int) -> String {
    let shift = LengthOfTime.words(Int64(abs(to - from)) * 60_000)
    return "Its time zone changed from \(DeviceTime.zone(from)) to \(DeviceTime.zone(to)): the time of day on it went "
      + "\(to < from ? "back" : "ahead") by \(shift)."
  }

  private static func words(_ receipt: Receipt) -> String {
    let (first, last) = (receipt.revisions.lowerBound.grouped, receipt.revisions.upperBound.grouped)
    let which = first == last ? "Revision \(first) was" : "Revisions \(first) to \(last) were"
    let sent = DeviceTime(rfc3339: receipt.sent)?.minute ?? receipt.sent
    let delay = receipt.delay ?? 0
    let meaning =
      delay < 0
      ? "its clock was \(LengthOfTime.rough(-delay)) ahead"
      : "its clock was \(LengthOfTime.rough(delay)) behind, or \(first == last ? "it was" : "they were") that long on the way"
    return
      "\(which) sent at \(sent) by its clock and came at \(DeviceTime(moment: receipt.received).minute): \(meaning)."
  }

  /// A sentence with the head that the phone knew, and the head that a server reported.
  private static func contradiction(_ data: String?) -> String {
    let root = data.flatMap { try? JSONNode.read($0).node }
    func head(_ side: String) -> String {
      if case .number(let text)? = root?[name: side]?[name: "head"]?.value { return text }
      return "an unknown revision"
    }
    let server = root?[name: "url"]?.string ?? "a server"
    return
      "The phone says that \(server) lost what it had acknowledged: the phone knows of \(head("own")), the server of "
      + "\(head("server"))."
  }
}
