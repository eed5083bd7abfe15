import Herald

/// Findings of `herald upload` about the logs that it sends, and of `herald sample` about a server that it reads.
enum SendingCode: String, ExplainedCode {
  case lineRefused, ledgerLines, serverUnreachable, serverWaits, uploadRefused, notAServer

  static let kind = "trouble with logs that are sent to a server (`upload`) or read from one (`sample --server`)"

  var explanation: CodeExplanation {
    switch self {
    case .lineRefused:
      CodeExplanation(
        "The server refused a line.",
        when: "It is not an event, events before it are missing, or the server has another event at its place.",
        fix: "Do what the message says, and send the log again.", exit: .disagreement)
    case .ledgerLines:
      CodeExplanation(
        "Lines about a ledger are left out.",
        when: "A log is sent that was exported from a ledger which had forgotten something.",
        fix: "Nothing, or take the log over with `herald import` where the server's ledger is.")
    case .serverUnreachable:
      CodeExplanation(
        "The server cannot be reached.",
        when: "There is no network, or nothing answers at the address.",
        fix: "Check the address, and try again; what was stored stays.")
    case .serverWaits:
      CodeExplanation(
        "The server takes or gives nothing now.",
        when: "It is busy, full or stopping, or many logs came from one place.",
        fix: "Try again later; what was stored stays.")
    case .uploadRefused:
      CodeExplanation(
        "The server refuses the whole request.",
        when: "The token is not valid or lacks the role, or it is not clear which app is meant.",
        fix: "Correct what the message names.")
    case .notAServer:
      CodeExplanation(
        "What answers is not a server of Herald.",
        when: "The address is that of something else, a proxy answers, or an answer was cut off.",
        fix: "Check the address.")
    }
  }
}
