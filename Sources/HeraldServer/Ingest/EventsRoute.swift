import HTTPTypes
import Herald
import HeraldLog
import HeraldWire
import Hummingbird

/// `POST /v1/events`: stores events, and answers when they are durable.
struct EventsRoute {
  let parts: ServerParts

  func post(_ request: Request, _ context: ServerContext) async throws -> Response {
    let token = try context.requiring(.append, .import)
    try parts.checkRate(request, context, token)
    let app = try parts.apps.app(for: token, named: request.uri.queryParameters["app"].map(String.init))
    let kind = try BodyKind(request.headers)
    let encoding = try BodyEncoding(request.headers)
    let headers = try UploadHeaders(request.headers)
    try parts.checkCapacity(of: app)
    let size = request.headers[.contentLength].flatMap { Int($0) } ?? Self.unknownSize
    return try await parts.gate.admit(size) {
      let packed = try await BodyReading(limit: parts.settings.bodyBytes).bytes(of: request)
      var batch = try batch(encoding.unpack(packed, atMost: parts.settings.bodyBytes), kind, app)
      try check(batch, token)
      if let source = batch.sources.first, batch.sources.count == 1 {
        try parts.rates.count("stream \(source)", atMost: parts.settings.streamRequests)
      }
      batch.skipped = Set(headers.skipped)
      batch.mustShowFirstLine = try !isOwner(of: batch, headers, token, app)
      let address = parts.folder.streamTokens.digest(ofAddress: parts.address(of: request, context))
      let origin = ArrivalOrigin(token: token.id, address: address)
      let upload = ReceivedUpload(batch: batch, origin: origin, received: .now, sent: headers.sent)
      let outcome = try await app.writer.store(upload)
      return outcome.response(tokens(outcome, token, app))
    }
  }

  /// The size in bytes that the gate assumes for a body of unknown length.
  private static let unknownSize = 1 << 20

  private func batch(_ bytes: [UInt8], _ kind: BodyKind, _ app: App) throws -> LineBatch {
    let (bytes, lines) =
      switch kind {
      case .lines: (bytes, LineBatch.ranges(in: bytes))
      case .event: try CloudEventsBody.lines(bytes, isArray: false)
      case .batch: try CloudEventsBody.lines(bytes, isArray: true)
      }
    return LineBatch(bytes, lines: lines, users: app.users, longestLine: parts.settings.lineBytes)
  }

  /// - Throws: ``Problem`` for a batch that is larger than a setting allows.
  private func check(_ batch: LineBatch, _ token: AccessToken) throws {
    if batch.count > parts.settings.bodyLines {
      throw Problem(
        .tooManyLines, "The body has \(batch.count) lines.", at: "body",
        why: "a body has up to \(parts.settings.bodyLines) (the setting `bodyLines`)")
    }
    let limit = token.allows(.import) ? parts.settings.bodyStreams : 1
    let count = batch.sources.count
    if count > limit {
      throw Problem(
        .tooManyStreams, "The body has events of \(count) installations.", at: "body",
        why: token.allows(.import)
          ? "a body has those of up to \(limit) (the setting `bodyStreams`)"
          : "an app key sends those of one installation at a time")
    }
  }

  /// True if the sender has shown that the stream is its own, or need not show it.
  private func isOwner(of batch: LineBatch, _ headers: UploadHeaders, _ token: AccessToken, _ app: App) throws -> Bool {
    if token.allows(.import) { return true }
    guard let text = headers.streamToken, let source = batch.sources.first else { return false }
    guard parts.folder.streamTokens.accepts(text, source: source, app: app.name) else {
      throw Problem(
        .notOwner, "The stream `\(source)` belongs to somebody else.", at: "Herald-Stream",
        why: "the token is not the one that was given to the sender of its first line")
    }
    return true
  }

  private func tokens(_ outcome: BatchOutcome, _ token: AccessToken, _ app: App) -> [ExactString: String] {
    guard !token.allows(.import) else { return [:] }
    let shown = outcome.streams.filter(\.showedFirstLine)
    return Dictionary(shown.map { ($0.source, parts.folder.streamTokens.text(of: $0.source, app: app.name)) }) { $1 }
  }
}
