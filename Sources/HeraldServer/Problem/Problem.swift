import HTTPTypes
import Herald
import Hummingbird
import NIOCore

/// An answer that says what is wrong with a request: a problem document (RFC 9457) with the four parts of every error of
/// Herald.
struct Problem: Error, HTTPResponseError {
  let code: Diagnostic.Code
  var status: HTTPResponse.Status
  let what: String
  /// The part of the request that it is about, such as a header; nil for the whole.
  var location: String?
  let why: String
  let fix: String
  var headers: HTTPFields = [:]
  /// Writes further members, such as the revision that is expected.
  var more: @Sendable (inout JSONWriter) -> Void = { _ in }

  init(_ code: ServerCode, _ what: String, at location: String? = nil, why: String, fix: String? = nil) {
    self.code = Diagnostic.Code(code)
    status = HTTPResponse.Status(code: code.status)
    (self.what, self.location, self.why) = (what, location, why)
    self.fix = fix ?? code.explanation.fix
  }

  /// Makes a problem from a finding.
  init(_ finding: Diagnostic, status: Int) {
    code = finding.code
    self.status = HTTPResponse.Status(code: status)
    (what, why, fix) = (finding.what, finding.why, finding.fix)
    location = finding.location.isEmpty ? nil : finding.location
  }

  /// The document's bytes.
  var json: [UInt8] {
    var output = JSONWriter()
    output.object {
      $0.member("type", "urn:herald:problem:\(code.name)")
      $0.member("title", code.explanation.means)
      $0.member("status", status.code)
      $0.member("detail", what)
      if let location { $0.member("where", location) }
      $0.member("why", why)
      $0.member("fix", fix)
      more(&$0)
    }
    output.raw("\n")
    return output.bytes
  }

  func response(from request: Request, context: some RequestContext) throws -> Response {
    var headers = headers
    headers[.contentType] = "application/problem+json"
    headers[.cacheControl] = "no-store"
    return Response(status: status, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: json)))
  }
}

extension Problem {
  /// The same problem with status 503, for the check of the server's health.
  var asUnavailable: Problem {
    var problem = self
    problem.status = .serviceUnavailable
    return problem
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
