import Herald
import HeraldQuestions

/// The result of sending a log: the number of its lines for each outcome.
struct SentReport: Hashable {
  let log: String
  /// The number of events that the server stored.
  var stored = 0
  /// The number of events that it had already.
  var duplicates = 0
  /// The number of lines that it refused.
  var refused = 0
  /// The number of lines behind a refused one of their installation, which were not stored.
  var behind = 0
  /// The number of lines about a ledger, which were not sent.
  var leftOut = 0

  init(log: String) { self.log = log }

  func words(_ style: Style) -> String {
    var parts = ["\(stored.of("event", "events")) stored"]
    if duplicates > 0 { parts.append("\(duplicates.grouped) \(duplicates == 1 ? "was" : "were") there already") }
    if refused > 0 { parts.append(style.red("\(refused.of("line", "lines")) refused")) }
    if behind > 0 { parts.append("\(behind.of("line", "lines")) behind a refused one not stored") }
    return "\(style.bold(log.shown)): \(parts.joined(separator: ", "))\n"
  }

  var json: String {
    var output = JSONWriter()
    output.line {
      $0.member("log", log)
      $0.member("stored", stored)
      $0.member("duplicates", duplicates)
      $0.member("refused", refused)
      $0.member("behind", behind)
      $0.member("leftOut", leftOut)
    }
    return output.string
  }
}
