import Herald
import HeraldQuestions
import HeraldLog
import Hummingbird

/// A page that lists the changes of an installation's redacted log, with the link to download it.
struct RedactedPage {
  let parts: ServerParts

  func add(to router: RouterGroup<ServerContext>) {
    router.get("installations/:source/redacted") { try await show($0, $1) }
  }

  private func show(_ request: Request, _ context: ServerContext) async throws -> Response {
    let (app, source) = try await parts.asked(request, context, "redacted log")
    let query = "?app=\(app.name.addressPart)"
    let words = RedactionWords(try await RedactedAnswer.findings(of: source, in: app), of: app.ledgerName)
    let warnings = [words.documents, words.changes].compactMap(\.self)
    let body = DeskTemplate.redacted.render([
      "search": "/search\(query)", "device": "/installations/\(source.string.addressPart)\(query)",
      "source": source.string, "download": "/v1/installations/\(source.string.addressPart)/redacted\(query)",
      "lines": words.lines(key: "a key is drawn for each download and forgotten"),
      "warnings": warnings.map { ["what": $0.what, "why": $0.why.sentence, "fix": $0.fix] },
      "hasWarnings": !warnings.isEmpty, "reasons": words.reasons, "hasReasons": !words.reasons.isEmpty,
    ])
    return try DeskPage(title: "Redacted log", body: body, token: context.token, app: app.name).response()
  }
}
