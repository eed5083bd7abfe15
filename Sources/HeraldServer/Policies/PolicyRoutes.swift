import Foundation
import HTTPTypes
import Herald
import HeraldQuestions
import HeraldFormats
import HeraldLog
import Hummingbird
import NIOCore

/// `GET /v1/policies/PACKAGE`: what phones fetch, from memory.
struct PolicyFetching {
  let parts: ServerParts

  func add(to router: RouterGroup<ServerContext>) {
    router.get("policies/:app") { try get($0, $1) }
  }

  private static let signatureSuffix = ".minisig"

  /// The policy in force, or its signature where the path ends with `.minisig`.
  private func get(_ request: Request, _ context: ServerContext) throws -> Response {
    let name = context.part("app") ?? ""
    let isSignature = name.hasSuffix(Self.signatureSuffix)
    let app = isSignature ? String(name.dropLast(Self.signatureSuffix.count)) : name
    if parts.settings.policiesNeedToken {
      let token = try context.requiring(.append, .read, .publish)
      if let own = token.app, own != app { throw Problem.ofAnotherApp(token, own, asked: app) }
    }
    let headers: HTTPFields = [.cacheControl: "max-age=300, stale-if-error=86400"]
    let policy = try parts.folder.policies.current(of: app)
    if isSignature, let signature = policy?.signature { return Self.signature(signature, request, headers) }
    guard let policy, !isSignature else {
      throw Problem(
        .noPolicy, isSignature ? "The policy of `\(app)` is not signed." : "No policy of `\(app)` was published.",
        why: "nobody published one")
    }
    return document(policy, of: app, request, headers)
  }

  /// The text of a signature file. Its tag is its own, because a document can be signed once more.
  private static func signature(_ text: String, _ request: Request, _ headers: HTTPFields) -> Response {
    var headers = headers
    let tag = "\"\(Digest.of(text))\""
    headers[.eTag] = tag
    if EntityTags(request.headers[.ifNoneMatch]).has(tag) { return Response(status: .notModified, headers: headers) }
    headers[.contentType] = "text/plain; charset=utf-8"
    return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
  }

  private func document(
    _ policy: PublishedPolicy, of app: String, _ request: Request, _ headers: HTTPFields
  ) -> Response {
    var headers = headers
    headers[.vary] = "Accept-Encoding"
    let packed = request.headers.acceptsGzip ? parts.packed.gzip(policy, of: app) : nil
    let tag = packed == nil ? policy.tag : policy.packedTag
    // A client with the document in the other form has it too. The answer then repeats the client's tag, so that a
    // cache knows which of its answers is still good.
    if let known = policy.tag(in: request.headers[.ifNoneMatch], sent: tag) {
      headers[.eTag] = known
      return Response(status: .notModified, headers: headers)
    }
    headers[.eTag] = tag
    headers[.contentType] = "application/json"
    if packed != nil { headers[.contentEncoding] = "gzip" }
    let body = packed.map { ByteBuffer(bytes: $0) } ?? ByteBuffer(string: policy.text)
    return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: body))
  }
}

/// `/v1/policies/PACKAGE`: publishing, which a lint, the app's promises and a what-if must pass, and the history.
struct PolicyRoutes {
  let parts: ServerParts

  func add(to router: RouterGroup<ServerContext>) {
    let policy = router.group("policies/:app")
    policy.put { try await put($0, $1) }
    policy.get("history") { try history($0, $1) }
    policy.post("rollback") { try await rollback($0, $1) }
  }

  private func put(_ request: Request, _ context: ServerContext) async throws -> Response {
    let token = try context.requiring(.publish)
    let app = try parts.apps.app(for: token, named: context.part("app"))
    let document = try await request.document()
    let signature = try SignatureHeader.read(request.headers)
    if let signature { try SignatureHeader.check(signature, fits: document) }
    return try await publish(PhoneArrival.Sent(document: document, signature: signature), of: app, by: token, request)
  }

  /// Publishes an older document's content again, under a revision above all that were published.
  private func rollback(_ request: Request, _ context: ServerContext) async throws -> Response {
    let token = try context.requiring(.publish)
    let app = try parts.apps.app(for: token, named: context.part("app"))
    guard let digest = request.query("to"), let old = try parts.folder.policies.policy(digest, of: app.name) else {
      throw Problem(
        .noPolicy, "No published policy of `\(app.name)` has that digest.", at: "to",
        why: "`to` is the digest of an earlier one", fix: "look at `/v1/policies/\(app.name)/history`")
    }
    let history = try parts.folder.policies.history(of: app.name, atMost: .max)
    guard let sent = Self.raised(old, above: history), let again = Self.raised(old, above: history.dropFirst()) else {
      throw Problem(
        .badBody, "A document of the format `\(old.format)` cannot be rolled back by itself.", at: "to",
        why: "its revision cannot be raised", fix: "publish the older content as a new document")
    }
    // A rollback that came before has the newest revision itself.
    return try await publish(sent, orAgain: again, of: app, by: token, request)
  }

  /// An older document under a revision above others; nil where it has no place for one, or the next does not fit.
  private static func raised(_ old: PublishedPolicy, above others: some Sequence<PublishedPolicy>) -> PhoneArrival.Sent?
  {
    let newest = others.compactMap { PhoneArrival.Sent($0).promisedRevision ?? $0.revision }.max() ?? 0
    guard old.format == "herald", newest < mostRevision, let text = RaisedRevision.text(of: old.text, to: newest + 1)
    else { return nil }
    return PhoneArrival.Sent(document: Document(text: text, format: "herald"), signature: nil)
  }

  /// The highest revision that a document may have.
  private static let mostRevision = (1 << 53) - 1

  /// - Parameter again: the document of the same request where it came before; nil for the same.
  private func publish(
    _ sent: PhoneArrival.Sent, orAgain again: PhoneArrival.Sent? = nil, of app: App, by token: AccessToken,
    _ request: Request
  ) async throws -> Response {
    do {
      return try await answer(sent, again, Publishing(parts: parts, app: app, by: token), request)
    } catch let refused as Publishing.Refused {
      throw parts.stating(refused.problem, inForceOf: app)
    } catch {
      throw parts.stating(ProblemMiddleware.problem(error, request), inForceOf: app)
    }
  }

  private func answer(
    _ sent: PhoneArrival.Sent, _ again: PhoneArrival.Sent?, _ publishing: Publishing, _ request: Request
  ) async throws -> Response {
    let isDryRun = request.uri.queryParameters["dry-run"] != nil
    if !isDryRun,
      let result = try await publishing.repeated(
        again ?? sent, mayNameItself: again == nil, replacing: { Self.names($0, in: request.headers) })
    {
      return Self.answer(result, isPublished: true, .ok)
    }
    let current = try parts.folder.policies.current(of: publishing.app.name)
    if !isDryRun { try Self.checkCondition(request.headers, current) }
    let result = try await publishing.publish(
      sent, replacing: current, isDryRun: isDryRun, override: request.headers.value(of: "herald-override"))
    return Self.answer(result, isPublished: !isDryRun, isDryRun ? .ok : .created)
  }

  private static func answer(
    _ result: Publishing.Result, isPublished: Bool, _ status: HTTPResponse.Status
  ) -> Response {
    var output = JSONWriter()
    output.line { output in
      output.member("published", isPublished)
      output.member("policy") { result.policy.write(into: &$0) }
      result.trial.write(into: &output)
    }
    var response = Response.json(output.bytes, status: status)
    if isPublished { response.headers[.eTag] = result.policy.tag }
    return response
  }

  /// True if a request says that it replaces a policy; nil stands for none.
  private static func names(_ policy: PublishedPolicy?, in headers: HTTPFields) -> Bool {
    guard let policy else { return headers[.ifMatch] == nil }
    return policy.tag(in: headers[.ifMatch], sent: policy.tag) != nil
  }

  /// - Throws: ``Problem`` where the request does not name the policy that is in force.
  private static func checkCondition(_ headers: HTTPFields, _ current: PublishedPolicy?) throws {
    guard let tags = headers[.ifMatch] else {
      guard let current else { return }
      throw Problem(
        .tagMissing, "The request does not say which policy it replaces.", at: "If-Match",
        why: "somebody else may have published since you looked", fix: "send `If-Match: \(current.tag)`")
    }
    guard let current, current.tag(in: tags, sent: current.tag) != nil else { throw Publishing.stale(current) }
  }

  /// The published policies with time, publisher and reason, the newest first.
  private func history(_ request: Request, _ context: ServerContext) throws -> Response {
    let token = try context.requiring(.read, .publish)
    let app = try parts.apps.app(for: token, named: context.part("app"))
    var output = JSONWriter()
    for policy in try parts.folder.policies.history(of: app.name, atMost: 1000) {
      policy.write(into: &output)
      output.raw("\n")
    }
    return .lines(output.bytes)
  }
}
