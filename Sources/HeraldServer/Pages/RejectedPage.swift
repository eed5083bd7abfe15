import Herald
import Hummingbird

/// The page of refused lines, one part for each reason, and of forks and gaps.
struct RejectedPage {
  let parts: ServerParts

  /// The most lines of each reason, or of the only one.
  private static let mostOfEach = 20
  private static let mostOfOne = 200
  private static let mostRefusals = 100
  /// The most installations whose versions and models are counted.
  private static let mostSources = 1000

  func response(_ request: Request, _ context: ServerContext) async throws -> Response {
    let token = try context.requiring(.read)
    let app = try parts.apps.app(for: token, named: request.query("app"))
    let source = request.query("source").map { ExactString($0) }
    let only = request.query("reason")
    let reasons = try app.arrivals.reasons(of: source).filter { only == nil || $0.name == only }
    var groups: [[String: Any]] = []
    for reason in reasons { groups.append(try await values(reason, of: app, source, isOnly: only != nil)) }
    let refusals = only == nil ? try await refusals(of: app, source) : []
    try await parts.note(
      "refused lines", of: app, context, source: source, count: reasons.reduce(0) { $0 + $1.lines })
    let all = "/rejected?app=\(app.name.addressPart)"
    let body = DeskTemplate.rejected.render(
      [
        "hasRows": !groups.isEmpty, "isOne": source != nil || only != nil, "one": source?.string ?? only ?? "",
        "all": all,
        "groups": groups, "refusals": refusals, "hasRefusals": !refusals.isEmpty,
        "isNothing": groups.isEmpty && refusals.isEmpty,
      ].merging(FindLinks.values(FindLinks.refused, app: app)) { $1 })
    return try DeskPage(title: "Refused lines", body: body, token: token, app: app.name, here: "/rejected").response()
  }

  private func values(
    _ reason: RejectedReason, of app: App, _ source: ExactString?, isOnly: Bool
  ) async throws -> [String: Any] {
    let most = isOnly ? Self.mostOfOne : Self.mostOfEach
    let lines = try app.arrivals.rejected(atMost: most, source: source, reason: reason.name)
    let sources = try source.map { [$0] } ?? app.arrivals.sources(of: reason.name, atMost: Self.mostSources)
    let known = try await app.search.known(sources)
    let devices = sources.compactMap { known[$0] }
    let facts = [
      RefusedWords.values("app", devices.map { $0.property("appVersionName") }),
      RefusedWords.values("model", devices.map { $0.property("deviceModel") }),
      reason.types.isEmpty ? "" : "events \(reason.types.joined(separator: ", "))",
      RefusedWords.policies(reason.policies, of: reason.lines),
    ]
    let address = "/rejected?app=\(app.name.addressPart)"
    let documents = RefusedDocuments(lines)
    let isWhole = sources.count < Self.mostSources
    let links = FindLinks.values(naming: isWhole ? sources.filter { known[$0] != nil } : [], app: app)
    let values: [String: Any] = [
      "documents": documents.values(of: reason.name), "hasDocuments": !documents.all.isEmpty,
      "hasCut": documents.cut > 0,
      "cut":
        "\(RefusedWords.count(documents.cut, "line")) brought a policy whose document cannot be read here: the line "
        + "is not JSON, or longer than what is kept.",
      "reason": reason.name, "words": Self.words(reason),
      "facts": facts.filter { !$0.isEmpty }.joined(separator: " · "),
      "hasFacts": facts.contains { !$0.isEmpty }, "hasCounted": reason.counted != nil,
      "counted": reason.counted.map(Self.words) ?? "",
      "hasMore": reason.lines > lines.count && !isOnly,
      "more": "\(address)&reason=\(reason.name.addressPart)\(source.map { "&source=\($0.string.addressPart)" } ?? "")",
      "rows": lines.map { self.values($0, known, app) },
    ]
    return values.merging(links) { $1 }
  }

  private static func words(_ reason: RejectedReason) -> String {
    guard reason.lines > 0 else { return "No line of this reason is kept" }
    let sources = reason.sources > 0 ? " of \(RefusedWords.count(reason.sources, "installation"))" : ""
    return "\(RefusedWords.count(reason.lines, "line"))\(sources), came \(RefusedWords.times(reason.times))"
  }

  private static func words(_ counted: CountedLines) -> String {
    let digest = counted.digest.map { "; the last one has the SHA-256 \(Hex.text(of: $0))" } ?? ""
    return "\(counted.times.grouped) more were counted and not kept, \(RefusedWords.span(counted.first, counted.last))"
      + "\(digest)."
  }

  private func values(
    _ line: RejectedLine, _ known: [ExactString: FoundInstallation], _ app: App
  ) -> [String: Any] {
    let device = line.source.flatMap { known[$0] }
    let event = [
      line.revision.map { "revision \($0.grouped)" } ?? "", line.type ?? "",
      line.eventTime.map { "device’s time \($0)" } ?? "", line.bringsPolicy ? "brought a policy" : "",
      device.map { RefusedWords.values("app", [$0.property("appVersionName")]) } ?? "",
      device?.property("deviceModel") ?? "",
    ]
    return [
      "what": line.finding.what, "why": line.finding.why.sentence, "fix": line.finding.fix.sentence,
      "reason": line.reason, "source": line.source?.string ?? "of an unknown installation", "hasPage": device != nil,
      "page": line.source.map { "/installations/\($0.string.addressPart)?app=\(app.name.addressPart)" } ?? "",
      "event": event.filter { !$0.isEmpty }.joined(separator: " · "), "hasEvent": event.contains { !$0.isEmpty },
      "times": RefusedWords.times(line.times), "last": PageTime.html(line.time), "length": line.length.grouped,
      "line": String(decoding: line.line, as: UTF8.self),
    ]
  }

  private func refusals(of app: App, _ source: ExactString?) async throws -> [[String: Any]] {
    let refusals = try app.arrivals.refusals(of: source, atMost: Self.mostRefusals)
    let known = try await app.search.known(refusals.map(\.source))
    return refusals.map { refusal in
      let device = known[refusal.source]
      return [
        "source": refusal.source.string, "hasPage": device != nil,
        "page": "/installations/\(refusal.source.string.addressPart)?app=\(app.name.addressPart)",
        "words": RefusedWords.sentence(refusal, head: device?.revision),
      ]
    }
  }
}

extension FoundInstallation {
  /// A property's value; empty for none.
  func property(_ name: String) -> String {
    let known = (try? JSONNode.read(properties).node.members) ?? []
    return known.first { $0.name == name }?.node.string ?? ""
  }
}
