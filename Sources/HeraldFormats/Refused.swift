import Herald

/// Thrown to stop reading and refuse the whole document.
struct Refused: Error {
  let reason: RefusalReason
  let diagnostic: Diagnostic

  init(_ reason: RefusalReason, what: String, place: DocumentPlace?, why: String, fix: String) {
    self.reason = reason
    diagnostic = Diagnostic(reason, .error, what: what, place: place, why: why, fix: fix)
  }
}
