import Herald
import HeraldLog
import HeraldPages
import HeraldQuestions
import Hummingbird

/// Two phones side by side: one at a revision, the other at its end or at a revision of its own.
struct ComparePage {
  let parts: ServerParts

  func add(to router: RouterGroup<ServerContext>) {
    router.get("installations/:source/at/:revision/compare") { try await response($0, $1) }
  }

  private func response(_ request: Request, _ context: ServerContext) async throws -> Response {
    let (app, source) = try await parts.asked(request, context, "diff")
    let revision = try context.revision()
    let other = try await parts.installation(request.typed("with"), of: app, context, besides: source)
    if other != source { try await parts.note("diff", of: app, context, source: other) }
    let asked = try request.limit("with-at")
    let json = try await app.readers.read { reader in
      let ends = try [source, other].map { ReplayLimit.revision(try reader.head(of: $0)?.revision ?? 1) }
      let limits = [revision.map { .revision($0) } ?? ends[0], asked ?? ends[1]]
      return try DiffQuestion(of: [source, other], at: limits).answer(in: app.events(reader)).json
    }
    let query = "?app=\(app.name.addressPart)"
    let device = "/installations/\(source.string.addressPart)\(query)"
    let shown = revision.map { "\($0)" } ?? "last"
    let table = ComparedPoints(json, query: query)
    let body = DeskTemplate.compare.render(
      [
        "search": "/search\(query)", "device": device, "source": source.string, "other": other.string,
        "here": "/installations/\(source.string.addressPart)/at/\(shown)/compare", "app": app.name,
        "withAt": request.query("with-at") ?? "",
      ].merging(table.values) { $1 })
    return try DeskPage(
      title: "\(source.string.shown) and \(other.string.shown)", body: body, token: context.token, app: app.name
    ).response()
  }
}

/// The lines of a difference as rows of a table.
struct ComparedPoints {
  private let lines: [JSONNode]
  private let query: String

  /// - Parameters:
  ///   - json: the lines of a difference.
  ///   - query: the end of the addresses of installations.
  init(_ json: String, query: String) {
    lines = json.split(separator: "\n").compactMap { try? JSONNode.read(String($0)).node }
    self.query = query
  }

  var values: [String: Any] {
    let points = lines.filter { $0[name: "point"] != nil }
    let rules = lines.filter { $0[name: "test"] != nil }
    let states = lines.filter { $0[name: "state"] != nil }
    let policies = lines.filter { $0[name: "policy"] != nil || $0[name: "change"] != nil }
    let same = lines.compactMap { $0[name: "summary"] }.last.map { Self.text($0[name: "sameAnswer"]) }
    return [
      "points": points.map(point), "isSame": same == "true", "isOther": same == "false",
      "rules": rules.map { line in
        [
          "name": "\(Self.text(line[name: "rule"])) · \(Self.text(line[name: "test"]))",
          "isDecisive": Self.text(line[name: "decisive"]) == "true",
          "a": Self.test(line[name: "a"]), "b": Self.test(line[name: "b"]),
        ]
      },
      "hasRules": !rules.isEmpty,
      "states": states.map {
        ["name": Self.text($0[name: "state"]), "a": Self.html($0[name: "a"]), "b": Self.html($0[name: "b"])]
      },
      "hasStates": !states.isEmpty,
      "policies": policies.map {
        [
          "name": Self.text($0[name: "policy"] ?? $0[name: "rule"]),
          "a": $0[name: "change"].map { Self.text($0) == "added" ? "–" : "there" }
            ?? Self.text($0[name: "a"]?[name: "value"]),
          "b": $0[name: "change"].map { Self.text($0) == "removed" ? "–" : Self.text($0) }
            ?? Self.text($0[name: "b"]?[name: "value"]),
        ]
      },
      "hasPolicies": !policies.isEmpty,
    ]
  }

  private func point(_ line: JSONNode) -> [String: Any] {
    let source = line[name: "source"]?.string ?? ""
    let revision = line[name: "revision"]?.wholeNumber ?? 0
    let decision = line[name: "decision"]
    let show = decision?[name: "show"]
    let rule = show?[name: "rule"]?.string
    let reason = decision?[name: "reason"]?.string
    return [
      "source": source, "revision": revision.grouped,
      "address": "/installations/\(source.addressPart)\(query)#r\(revision)",
      "time": line[name: "time"]?.string.flatMap { DeviceTime(rfc3339: $0) }.map { PageTime.html($0) } ?? "no time",
      "answer": rule.map { "shows \($0) (\(Self.text(show?[name: "kind"])))" }
        ?? reason.map { "nothing: \(DecisionReason(rawValue: $0)?.words ?? $0)" } ?? "nothing asked so far",
    ]
  }

  /// A test's result with what it compared.
  private static func test(_ node: JSONNode?) -> String {
    guard let node else { return "not asked" }
    let sides = (node[name: "compared"]?.array ?? []).map {
      "\(text($0[name: "property"])) \(text($0[name: "value"])), wanted \(text($0[name: "text"]))"
    }
    return "\(text(node[name: "passed"]) == "true" ? "✓" : "✗") "
      + (sides.isEmpty ? "not set" : sides.joined(separator: "; "))
  }

  /// A value as HTML. A time has the form of all times of the pages; of the state it is in UTC, for both phones alike.
  private static func html(_ node: JSONNode?) -> String {
    if let elements = node?.array { return elements.map { html($0) }.joined(separator: ", ") }
    let words = text(node)
    return DeviceTime(rfc3339: words).map { PageTime.html($0) } ?? EscapedText.escaped(words)
  }

  /// A value in words; a missing one is a dash.
  private static func text(_ node: JSONNode?) -> String {
    switch node?.value {
    case nil, .null: return "–"
    case .string(let text): return text
    case .number(let text): return text
    case .bool(let flag): return flag ? "true" : "false"
    case .array(let elements): return elements.map { text($0) }.joined(separator: ", ")
    case .object(let members): return members.map { "\($0.name) \(text($0.node))" }.joined(separator: ", ")
    }
  }
}
