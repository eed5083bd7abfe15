import Herald

/// One way in which a fetch fails, with the event's reason and the texts for a person.
///
/// Each fault is a static member in a file beside this one: asking, answers, bodies, files. `FetchFault+Transport.swift`
/// maps the errors of transports to them.
struct FetchFault: Error, Hashable, Sendable {
  /// The reason in the event.
  let reason: FetchCode
  /// The HTTP status of the answer, where one came.
  var status: Int?
  var retryAfter: RetryAfter?
  /// The code of the diagnostic: stable, and more specific than the reason.
  let code: FetchCode
  let what: String
  let why: String
  let fix: String

  init(_ reason: FetchCode, status: Int? = nil, _ code: FetchCode, _ what: String, why: String, fix: String) {
    self.reason = reason
    self.status = status
    self.code = code
    self.what = what
    self.why = why
    self.fix = fix
  }

  /// The failure of a fetch from an address, which must not contain credentials.
  func failure(at url: String) -> FetchFailure {
    let diagnostic = Diagnostic(code, .error, what: what, file: url.isEmpty ? nil : url, why: why, fix: fix)
    return FetchFailure(reason: reason.name, status: status, retryAfter: retryAfter, diagnostic: diagnostic)
  }
}
