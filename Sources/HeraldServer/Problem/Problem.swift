import HTTPTypes
public import Herald
import HeraldWire
import Hummingbird

/// An answer that says what is wrong with a request: a problem document (RFC 9457) with the four parts of every error of
/// Herald.
struct Problem: Error, HTTPResponseError {
  let code: Diagnostic.Code
  var status: HTTPResponse.Status
  let finding: Finding
  /// The part of the request that it is about, such as a header; nil for the whole.
  var location: String?
  var headers: HTTPFields = [:]
  /// Writes further members, such as the revision that is expected.
  var more: @Sendable (inout JSONWriter) -> Void = { _ in }

  init(_ code: ServerCode, _ what: String, at location: String? = nil, why: String, fix: String? = nil) {
    self.init(code, Finding(what, why: why, fix: fix ?? code.explanation.fix), at: location)
  }

  init(_ code: ServerCode, _ finding: Finding, at location: String?) {
    self.code = Diagnostic.Code(code)
    status = HTTPResponse.Status(code: code.status)
    self.finding = finding
    self.location = location
  }

  /// Makes a problem from a finding.
  init(_ finding: Diagnostic, status: Int) {
    code = finding.code
    self.status = HTTPResponse.Status(code: status)
    self.finding = finding.words
    location = finding.location.isEmpty ? nil : finding.location
  }

  /// The document, without further members.
  var document: ProblemDocument {
    ProblemDocument(
      type: ProblemDocument.type(of: code.name), title: code.explanation.means, status: status.code, place: location,
      finding: finding)
  }

  /// The document's bytes.
  var bytes: [UInt8] {
    var output = JSONWriter()
    output.object {
      document.write(into: &$0)
      more(&$0)
    }
    output.raw("\n")
    return output.bytes
  }

  func response(from request: Request, context: some RequestContext) throws -> Response {
    .problem(bytes, status, headers)
  }
}

extension Problem {
  /// The same problem with status 503, for the check of the server's health.
  var asUnavailable: Problem {
    var problem = self
    problem.status = .serviceUnavailable
    return problem
  }

  /// The same problem without the details of a failure of the server: the names of its files are in its log, and are
  /// not for senders. A problem of the request stays as it is.
  var withoutDetails: Problem {
    guard status.kind == .serverError else { return self }
    let explanation = code.explanation
    var problem = Problem(Finding(explanation.means, why: explanation.appears, fix: explanation.fix), code, status)
    problem.headers = headers
    return problem
  }

  private init(_ finding: Finding, _ code: Diagnostic.Code, _ status: HTTPResponse.Status) {
    (self.finding, self.code, self.status) = (finding, code, status)
  }

  /// A problem that passes by itself.
  ///
  /// - Parameter seconds: after which the sender may try again.
  func retrying(after seconds: Int) -> Problem {
    var problem = self
    problem.headers[.retryAfter] = "\(seconds)"
    return problem
  }
}

extension Error {
  /// The words of an error in a log: what happened, and why.
  var words: String {
    let finding = (self as? Problem)?.finding ?? (self as? any DiagnosticError)?.diagnostics.first?.words
    return finding.map { "\($0.what) \($0.why)" } ?? "\(self)"
  }
}

/// An error that keeps the server from starting, or a command from changing its folder.
public struct ServerError: DiagnosticError, Sendable {
  /// The failure, its cause and its remedy.
  public let diagnostic: Diagnostic
  /// The diagnostic alone.
  public var diagnostics: [Diagnostic] { [diagnostic] }

  init(_ code: ServerCode, _ what: String, file: String? = nil, why: String, fix: String? = nil) {
    diagnostic = Diagnostic(code, .error, what: what, file: file, why: why, fix: fix ?? code.explanation.fix)
  }

  init(_ code: CopyCode, _ what: String, file: String, why: String, fix: String? = nil) {
    diagnostic = Diagnostic(code, .error, what: what, file: file, why: why, fix: fix ?? code.explanation.fix)
  }
}
