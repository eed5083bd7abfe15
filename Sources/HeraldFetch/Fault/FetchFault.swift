import Herald

/// One way in which asking for a document fails, in the words for the event and for a person.
///
/// Each is a static member in a file beside this one: of asking, of answers, of bodies, of files. What the libraries
/// throw becomes one of them in `FetchFault+Library.swift`.
struct FetchFault: Error, Hashable, Sendable {
  /// The event's word.
  let reason: FetchCode
  /// Of the answer that was the fault.
  var status: Int?
  var retryAfter: RetryAfter?
  /// Stable, and finer than the reason.
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

  /// The failure of asking at an address, which must be without credentials.
  func failure(at url: String) -> FetchFailure {
    let diagnostic = Diagnostic(code, .error, what: what, file: url.isEmpty ? nil : url, why: why, fix: fix)
    return FetchFailure(reason: reason.name, status: status, retryAfter: retryAfter, diagnostic: diagnostic)
  }
}
