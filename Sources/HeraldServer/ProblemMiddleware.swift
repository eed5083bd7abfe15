import HTTPTypes
import Herald
import HeraldLog
import Hummingbird
import Logging

/// Turns every error into a problem document, also errors of the router and of the HTTP library.
struct ProblemMiddleware: RouterMiddleware {
  typealias Context = ServerContext
  let parts: ServerParts
  let paths: KnownPaths

  func handle(
    _ request: Request, context: Context, next: (Request, Context) async throws -> Response
  ) async throws -> Response {
    do { return try await next(request, context) } catch is CancellationError {
      // The client has gone and reads no answer. The status is for the log, and nginx logs such a request with it, too.
      return Response(status: HTTPResponse.Status(code: 499, reasonPhrase: "Client Closed Request"))
    } catch {
      let problem = methodProblem(error, request) ?? Self.problem(error, request)
      if problem.status.kind == .serverError {
        context.logger.error(
          "\(problem.finding.what)", metadata: ["why": "\(problem.finding.why)", "code": "\(problem.code)"])
      }
      let told = error is Problem ? problem : problem.withoutDetails
      if request.wantsPage { return try page(told, request, context) }
      return try told.response(from: request, context: context)
    }
  }

  /// The problem as a page; who is not signed in is led there.
  private func page(_ problem: Problem, _ request: Request, _ context: Context) throws -> Response {
    if problem.status == .unauthorized {
      return .leading(to: "/sign-in?to=\((request.head.path ?? "/").addressPart)")
    }
    let token = (try? parts.token(of: request, context)) ?? nil
    if problem.code == Diagnostic.Code(ServerCode.noApp), let token { return try choice(token, request) }
    let body = DeskTemplate.problem.render([
      "what": problem.finding.what,
      "why": problem.finding.why.prefix(1).uppercased() + problem.finding.why.dropFirst(), "fix": problem.finding.fix,
      "code": problem.code.name, "status": problem.status.code,
    ])
    return try DeskPage(title: problem.finding.what, body: body, token: token, app: token?.app, status: problem.status)
      .response()
  }

  /// The apps to choose from, because the page can be about any of them.
  private func choice(_ token: AccessToken, _ request: Request) throws -> Response {
    let apps = parts.apps.all.map { app in
      ["name": app.name, "address": "\(request.uri.path)?app=\(app.name.addressPart)"]
    }
    let body = DeskTemplate.apps.render(["apps": apps, "hasApps": !apps.isEmpty])
    return try DeskPage(title: "Choose an app", body: body, token: token).response()
  }

  /// The problem of a path that is known for other methods; nil for another error.
  private func methodProblem(_ error: any Error, _ request: Request) -> Problem? {
    guard let error = error as? HTTPError, error.status == .notFound else { return nil }
    let methods = paths.methods(of: request.uri.path)
    guard !methods.isEmpty else { return nil }
    let path = request.uri.path
    var problem = Problem(
      .wrongMethod, "`\(path)` does not take \(request.method.rawValue).", at: path,
      why: "it takes \(methods.joined(separator: ", "))")
    problem.headers[.allow] = methods.joined(separator: ", ")
    return problem
  }

  /// The problem document of an error.
  static func problem(_ error: any Error, _ request: Request) -> Problem {
    switch error {
    case let problem as Problem: return problem
    case let error as HTTPError: return problem(error, request)
    case let error as LedgerError: return problem(error)
    case let error as any DiagnosticError:
      guard let finding = error.diagnostics.first else { break }
      return Problem(finding, status: error.exitStatus == .invalid ? 422 : 500)
    default: break
    }
    return Problem(.serverFailed, "The request could not be answered.", why: "\(error)")
  }

  private static func problem(_ error: LedgerError) -> Problem {
    let name = error.diagnostic.code.name
    let passes = ["diskFull", "busy"].contains(name)
    let problem = Problem(error.diagnostic, status: passes ? 503 : 500)
    return passes ? problem.retrying(after: 30) : problem
  }

  private static func problem(_ error: HTTPError, _ request: Request) -> Problem {
    let path = request.uri.path
    switch error.status.code {
    case 404:
      return Problem(
        .unknownPath, "There is nothing at `\(path)`.", at: path, why: "no path of the server has this name")
    case 405:
      var problem = Problem(
        .wrongMethod, "`\(path)` does not take \(request.method.rawValue).", at: path,
        why: "it is known for other methods only")
      problem.headers = error.headers
      return problem
    case 413:
      return Problem(.tooLarge, "The body is too large.", why: error.body ?? "it is larger than the limit")
    default:
      return Problem(.badBody, "The request cannot be read.", why: error.body ?? error.status.reasonPhrase)
    }
  }
}

extension Request {
  /// True for a request of a browser: it accepts HTML and its path is outside `/v1/`.
  fileprivate var wantsPage: Bool {
    !uri.path.hasPrefix("/v1/") && headers[.accept]?.contains("text/html") == true
  }
}
