import HeraldLog

/// The result of a forgetting in everything that the server keeps of an app, or of its dry run.
@dynamicMemberLookup
struct ServedForgetting: Sendable {
  let ledger: ForgettingReport
  /// The number of refused lines that were removed.
  let refusedLines: Int
  /// True if no file has the bytes any more: of the ledger, of what stands beside it, and of the search index. False for a
  /// dry run, and while another process reads a file.
  var isErased: Bool

  init(ledger: ForgettingReport, beside: IntakeForgetting) {
    self.ledger = ledger
    refusedLines = beside.lines
    isErased = ledger.isErased && beside.isErased
  }

  /// True if there was nothing to forget.
  var isEmpty: Bool { ledger.isEmpty && refusedLines == 0 }

  subscript<Value>(dynamicMember path: KeyPath<ForgettingReport, Value>) -> Value { ledger[keyPath: path] }
}
