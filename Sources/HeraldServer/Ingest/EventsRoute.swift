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
    let sender = parts.senderName(request, context)
    try parts.checkRate(token, sender: sender)
    let app = try parts.apps.app(for: token, named: request.uri.queryParameters["app"].map(String.init))
    let kind = try BodyKind(request.headers)
    let encoding = try BodyEncoding(request.headers)
    let headers = try UploadHeaders(request.headers)
    try parts.checkCapacity(of: app)
    context.memory?.count(for: token)
    let packed = try await BodyReading(limit: parts.settings.bodyBytes).bytes(of: request)
    var batch = try await onAThread(of: packed, encoding) {
      let bytes = try encoding.unpack(packed, atMost: parts.settings.bodyBytes, context.memory)
      return try lineBatch(bytes, kind, app, context.memory)
    }
    try check(batch, token)
    batch.skipped = Set(headers.skipped)
    batch.mustShowFirstLine = try !isOwner(of: batch, headers, token, app)
    try countStream(of: batch, isProven: !batch.mustShowFirstLine, sender: sender, app)
    let address = parts.folder.streamTokens.digest(ofAddress: sender)
    let origin = ArrivalOrigin(token: token.id, address: address)
    let upload = ReceivedUpload(batch: batch, origin: origin, received: .now, sent: headers.sent)
    let outcome = try await app.writer.store(upload)
    return outcome.response(tokens(outcome, token, app))
  }

  /// The longest plain body in bytes that is read at once, on the thread that serves connections.
  private static let shortBody = 64 << 10

  /// Runs `body` on one of the few threads that unpack, or at once where it is too short to be worth the way there.
  private func onAThread(
    of packed: [UInt8], _ encoding: BodyEncoding, _ body: @escaping @Sendable () throws -> LineBatch
  ) async throws -> LineBatch {
    if encoding == .plain, packed.count <= Self.shortBody { return try body() }
    return try await parts.unpacking.run(for: Asker(token: nil, connection: nil), body)
  }

  /// Counts the request for its stream.
  ///
  /// Before the sender has shown that the stream is its own, the request counts for the sender's address too, so that
  /// nobody uses up another phone's allowance.
  private func countStream(of batch: LineBatch, isProven: Bool, sender: String, _ app: App) throws {
    guard let source = batch.sources.first, batch.sources.count == 1 else { return }
    let counted = isProven ? "" : sender
    try parts.rates.count("stream \(app.name) \(counted) \(source)", atMost: parts.settings.streamRequests)
    // A stream may begin with each of these requests, and anybody can make up as many as there are names.
    if !isProven { try parts.beginnings.count("address \(sender)", atMost: parts.settings.newStreams) }
  }

  /// The memory in bytes that a line takes besides its own: what was read of it, and the words about a bad one.
  private static let bytesOfALine = 512

  private func lineBatch(_ bytes: [UInt8], _ kind: BodyKind, _ app: App, _ memory: RequestMemory?) throws -> LineBatch {
    let (bytes, lines) =
      switch kind {
      case .lines: (bytes, LineBatch.ranges(in: bytes, atMost: parts.settings.bodyLines))
      case .event: try CloudEventsBody.lines(bytes, isArray: false, memory)
      case .batch: try CloudEventsBody.lines(bytes, isArray: true, memory)
      }
    if lines.count > parts.settings.bodyLines {
      throw Problem(
        .tooManyLines, "The body has too many lines.", at: "body",
        why: "a body has up to \(parts.settings.bodyLines) (the setting `bodyLines`)")
    }
    try memory?.take(lines.count * Self.bytesOfALine)
    return LineBatch(bytes, lines: lines, users: app.users, longestLine: parts.settings.lineBytes)
  }

  /// - Throws: ``Problem`` for a batch that is larger than a setting allows.
  private func check(_ batch: LineBatch, _ token: AccessToken) throws {
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
