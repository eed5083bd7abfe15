import Herald
import HeraldQuestions
import HeraldFormats
import HeraldLog
import HTTPTypes
import Hummingbird
import NIOCore

/// Paths about a whole app: what another policy would have done, and tables for analysis.
struct AnalysisRoutes {
  let parts: ServerParts

  func add(to router: RouterGroup<ServerContext>) {
    router.post("whatif") { try await whatIf($0, $1) }
    router.get("diff") { try await groups($0, $1) }
    router.get("tables") { try tables($0, $1) }
    router.get("tables/:table") { try await table($0, $1) }
  }

  /// `GET /v1/diff?where=&against=&ever=&all=`: what sets two groups of installations apart, as `herald diff --where`
  /// prints it.
  private func groups(_ request: Request, _ context: ServerContext) async throws -> Response {
    let token = try context.requiring(.read)
    try request.requireQuery(of: ["against", "all", "app", "ever", "where"])
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

  /// `POST /v1/whatif?source=&until=&format=&ahead=&shift=&active-within=`: what the document of the body would have
  /// shown, as `herald whatif` prints it. `Herald-Signature` brings its signature, as where it is published.
  private func whatIf(_ request: Request, _ context: ServerContext) async throws -> Response {
    let token = try context.requiring(.read)
    let app = try parts.apps.app(for: token, named: request.query("app"))
    let document = try await request.document()
    try document.checkReadable()
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

  /// `GET /v1/tables`: the tables with their columns and types, as `herald export --schema` prints them, and `changed`.
  private func tables(_ request: Request, _ context: ServerContext) throws -> Response {
    _ = try context.requiring(.read)
    try request.requireQuery(of: [])
    return Response(
      status: .ok, headers: [.contentType: "application/json"],
      body: ResponseBody(byteBuffer: ByteBuffer(string: TablesSchema.json(of: AnalysisTable.written))))
  }

  /// `GET /v1/tables/NAME?format=csv|jsonl&since=TOKEN`: a table, as `herald export --table` writes it. With a token, or
  /// `start`, it has the rows of an increment, and `Herald-Next` the next token.
  private func table(_ request: Request, _ context: ServerContext) async throws -> Response {
    let token = try context.requiring(.read)
    try request.requireQuery(of: ["app", "format", "since"])
    let app = try parts.apps.app(for: token, named: request.query("app"))
    let name = context.part("table") ?? ""
    guard let table = AnalysisTable(rawValue: name) else {
      throw Problem(
        .unknownPath, "There is no table `\(name)`.", at: "path",
        why: "the tables are \(AnalysisTable.written.map(\.rawValue).joined(separator: ", "))")
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
    let since = try Self.since(request, for: table)
    let (spool, next) = try await app.readers.read(.long) { reader in
      let spool = try ResponseFile()
      let rows = TextRows(format, of: [table]) { _, bytes in try spool.write(bytes) }
      let events = app.events(reader)
      let increment = try since.map { try Self.increment(since: $0, in: events) }
      try TableReplay(of: [table], increment: increment).send(rows, from: events)
      return (spool, increment?.changes.token)
    }
    let head = format == .jsonl ? 0 : 1
    try await parts.note("table \(table.rawValue)", of: app, context, count: spool.lines - head)
    var headers: HTTPFields = [.contentType: type, .cacheControl: "no-store"]
    if let next, let name = HTTPField.Name("Herald-Next") { headers[name] = next }
    return Response(
      status: .ok, headers: headers, body: spool.body { [folder = parts.folder] in try folder.check(token) })
  }

  /// The token of the query; nil for all rows without one.
  ///
  /// - Throws: ``Problem`` for an empty one, which a script sends that has lost its token, and for `changed` without one.
  private static func since(_ request: Request, for table: AnalysisTable) throws -> String? {
    if let since = request.query("since") { return since }
    if request.uri.queryParameters["since"] == nil, table != .changed { return nil }
    throw Problem(
      .badQuery, "`since` has no token.", at: "since",
      why: "it is what `Herald-Next` had the last time, or `start` for all rows")
  }

  /// - Throws: ``Problem`` for a token that this ledger did not give. It does not name the ledger's file.
  private static func increment(since token: String, in events: LoggedEvents) throws -> TableIncrement {
    do { return try TableIncrement(since: token, in: events) } catch let error as LedgerError {
      let words = error.diagnostic.words
      guard error.exitStatus == .wrongUsage else { throw error }
      throw Problem(
        Diagnostic(
          LedgerCode.noIncrement, what: "The app's tables have no increment since that token.", file: "since",
          why: words.why, fix: words.fix), status: 400)
    }
  }
}
