import HTTPTypes
import Herald
import HeraldQuestions
import HeraldLog
import Hummingbird

/// The redacted log of one installation, for a bug report: what `herald export --redact` makes of the lines that
/// `herald export --source` gives.
struct RedactedAnswer {
  let parts: ServerParts

  /// `GET /v1/installations/SOURCE/redacted`: the lines. With the header `Herald-Redaction-Key` logs of one key name an
  /// installation in one way; without it a key is drawn and forgotten.
  func response(_ request: Request, _ context: ServerContext) async throws -> Response {
    let redaction = try Self.redaction(request.headers)
    let (app, source) = try await parts.asked(request, context, "redacted log")
    let token = try context.requiring(.read)
    let spool = try await app.readers.read { reader in
      let spool = try ResponseFile()
      _ = try Self.events(of: source, in: app, reader, redaction).write { try spool.write($0) }
      return spool
    }
    return Response(
      status: .ok,
      headers: [
        .contentType: "application/jsonl", .cacheControl: "no-store", .xContentTypeOptions: "nosniff",
        .contentDisposition: #"attachment; filename="redacted.jsonl""#,
      ], body: spool.body { [folder = parts.folder] in try folder.check(token) })
  }

  /// The findings of a redaction: the parts of the log that it leaves out and changes, without the log.
  static func findings(of source: ExactString, in app: App) async throws -> RedactionFindings {
    let redaction = try redaction([:])
    return try await app.readers.read { try events(of: source, in: app, $0, redaction).write { _ in } }
  }

  private static func events(
    of source: ExactString, in app: App, _ reader: LedgerReader, _ redaction: Redaction
  ) throws -> RedactedEvents {
    RedactedEvents(try LoggedEvents(of: source, in: reader, named: app.ledgerName), redaction)
  }

  private static func redaction(_ headers: HTTPFields) throws -> Redaction {
    guard let text = headers.value(of: "herald-redaction-key") else { return Redaction() }
    guard let key = Hex.bytes(of: text.lowercased()), let pseudonyms = Pseudonyms(key: key) else {
      throw Problem(
        .badHeader, "`Herald-Redaction-Key` cannot be read.", at: "Herald-Redaction-Key",
        why: "it has at least \(Pseudonyms.shortestKey) secret bytes in hexadecimal digits")
    }
    return Redaction(pseudonyms: pseudonyms)
  }
}
