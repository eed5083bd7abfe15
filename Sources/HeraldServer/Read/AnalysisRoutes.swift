import Herald
import HeraldQuestions
import HeraldFormats
import HeraldLog
import Hummingbird
import NIOCore

/// Paths about a whole app: what another policy would have done, and tables for analysis.
struct AnalysisRoutes {
  let parts: ServerParts

  func add(to router: RouterGroup<ServerContext>) {
    router.post("whatif") { try await whatIf($0, $1) }
    router.get("diff") { try await groups($0, $1) }
    router.get("tables/:table") { try await table($0, $1) }
  }

  /// `GET /v1/diff?where=&against=&ever=&all=`: what sets two groups of installations apart, as `herald diff --where`
  /// prints it.
  private func groups(_ request: Request, _ context: ServerContext) async throws -> Response {
    let token = try context.requiring(.read)
    let app = try parts.apps.app(for: token, named: request.query("app"))
    guard let condition = try request.condition("where") else {
      throw Problem(
        .badQuery, "`where` is missing.", at: "where",
        why: "it says which installations are compared with the others, such as `refused.reason == rollback`")
    }
    var question = GroupsQuestion(condition, against: try request.condition("against"))
    question.isEver = try request.flag("ever")
    question.showsAll = try request.flag("all")
    let asked = question
    let (json, compared) = try await app.readers.read(.long) { reader in
      let answer = try app.asking(asked).answer(in: app.events(reader))
      return (answer.json, answer.compared)
    }
    try await parts.note("diff of groups", of: app, context, count: compared)
    return .lines(Array(json.utf8))
  }

  private static let largestDocument = 1 << 20

  /// `POST /v1/whatif?source=&until=&format=&ahead=&shift=&active-within=`: what the document of the body would have
  /// shown, as `herald whatif` prints it. `Herald-Signature` brings its signature, as where it is published.
  private func whatIf(_ request: Request, _ context: ServerContext) async throws -> Response {
    let token = try context.requiring(.read)
    let app = try parts.apps.app(for: token, named: request.query("app"))
    let bytes = try await BodyReading(document: Self.largestDocument).bytes(of: request)
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw Problem(.badBody, "The document is not UTF-8.", at: "body", why: "its text cannot be read")
    }
    let document = Document(text: text, format: ExactString(request.query("format") ?? "herald"))
    try Self.checkReadable(document)
    var source: ExactString?
    if let name = request.query("source") { source = try await parts.installation(name, of: app, context) }
    if let source { try await parts.note("what if", of: app, context, source: source) }
    var asked = try Self.question(document, of: source, request)
    asked.signature = try SignatureHeader.read(request.headers)
    let question = asked
    let lines = try await app.readers.read(.long) { reader in
      var lines: [UInt8] = []
      var question = question
      question.receipts = try app.arrivals.lastReceipts()
      try question.answer(in: app.events(reader), to: .json { lines += $0 })
      return lines
    }
    if source == nil {
      try await parts.note("what if", of: app, context, count: lines.count { $0 == UInt8(ascii: "\n") })
    }
    return .lines(lines)
  }

  private static func question(
    _ document: Document, of source: ExactString?, _ request: Request
  ) throws -> WhatIfQuestion {
    var question = WhatIfQuestion(document, of: source, until: try request.limit("until"))
    question.ahead = try length("ahead", request)
    question.activeWithin = try length("active-within", request)
    if let shift = try length("shift", request, mayBeNegative: true) { question.shift = shift }
    if let ahead = question.ahead, ahead > WhatIfQuestion.longestAhead {
      throw Problem(.badQuery, "`ahead` looks too far.", at: "ahead", why: "it is at most 366d")
    }
    return question
  }

  /// A length of time in the query; nil without one.
  private static func length(
    _ name: String, _ request: Request, mayBeNegative: Bool = false
  ) throws -> Duration? {
    guard let text = request.query(name[...]) else { return nil }
    guard let length = LengthText.read(text), mayBeNegative || length >= 0 else {
      throw Problem(
        .badQuery, "`\(name)` cannot be read.", at: name,
        why: "it is not a length of time: \(LengthText.wanted)")
    }
    return Duration.milliseconds(length)
  }

  /// - Throws: ``Problem`` for a document that every phone would refuse.
  private static func checkReadable(_ document: Document) throws {
    let read = Formats.read(document)
    guard case .refused = read.reading, let finding = read.diagnostics.last(where: { $0.severity == .error }) else {
      return
    }
    throw Problem(finding, status: 422)
  }

  /// `GET /v1/tables/NAME?format=csv|jsonl&until=`: a table, as `herald export --table` writes it.
  private func table(_ request: Request, _ context: ServerContext) async throws -> Response {
    let token = try context.requiring(.read)
    let app = try parts.apps.app(for: token, named: request.query("app"))
    let name = context.part("table") ?? ""
    guard let table = AnalysisTable(rawValue: name) else {
      throw Problem(
        .unknownPath, "There is no table `\(name)`.", at: "path",
        why: "the tables are \(AnalysisTable.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    let formats: [String: (RowFormat, String)] = [
      "csv": (.csv, "text/csv; charset=utf-8"), "safe-csv": (.safeCSV, "text/csv; charset=utf-8"),
      "jsonl": (.jsonl, "application/jsonl"),
    ]
    guard let (format, type) = formats[request.query("format") ?? "csv"] else {
      throw Problem(
        .badQuery, "There is no such format.", at: "format",
        why: "it is one of \(formats.keys.sorted().joined(separator: ", "))")
    }
    let limit = try request.limit("until")
    let spool = try await app.readers.read(.long) { reader in
      let spool = try ResponseFile()
      let rows = TextRows(format, of: [table]) { _, bytes in try spool.write(bytes) }
      try TableReplay(of: [table], until: limit).send(rows, from: app.events(reader))
      return spool
    }
    let head = format == .jsonl ? 0 : 1
    try await parts.note("table \(table.rawValue)", of: app, context, count: spool.lines - head)
    return Response(
      status: .ok, headers: [.contentType: type, .cacheControl: "no-store"],
      body: spool.body { [folder = parts.folder] in try folder.check(token) })
  }
}
