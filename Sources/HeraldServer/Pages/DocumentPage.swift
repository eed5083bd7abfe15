import Herald
import HeraldPages
import HeraldQuestions
import Hummingbird

/// A document that an installation was sent, line by line, so that a link to one of its lines works without a script.
struct DocumentPage {
  let parts: ServerParts

  /// The address of a line.
  ///
  /// - Parameters:
  ///   - device: the address of the installation's page.
  ///   - digest: the document's.
  static func address(of line: Int, in digest: ExactString, device: String) -> String {
    let parts = device.split(separator: "?", maxSplits: 1)
    let query = parts.count > 1 ? "?\(parts[1])" : ""
    return "\(parts.first ?? "")/documents/\(digest.string.addressPart)\(query)#line-\(line)"
  }

  func add(to router: RouterGroup<ServerContext>) {
    router.get("installations/:source/documents/:digest") { try await show($0, $1) }
  }

  private func show(_ request: Request, _ context: ServerContext) async throws -> Response {
    let (app, source) = try await parts.asked(request, context, "document")
    let digest = ExactString(context.part("digest") ?? "")
    let found = try await app.readers.read { try $0.document(digest) }
    guard let text = found else {
      throw Problem(
        .unknownPath, "There is no document \(digest.string.shown).",
        why: "no event that the server has brought it", fix: "Look at the documents of the installation.")
    }
    let query = "?app=\(app.name.addressPart)"
    let device = "/installations/\(source.string.addressPart)\(query)"
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let body = DeskTemplate.document.render([
      "search": "/search\(query)", "device": device, "source": source.string, "digest": digest.string,
      "holders": FindPage.address(of: "policy.digest == \(digest.quoted)", app: app),
      "lines": lines.enumerated().map { ["number": "\($0.offset + 1)", "text": String($0.element)] },
    ])
    return try DeskPage(title: "Document", body: body, token: context.token, app: app.name).response()
  }
}
