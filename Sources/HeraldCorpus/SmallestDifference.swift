package import Herald
import HeraldLog
package import HeraldQuestions

/// The smallest log in which a decision still differs from the expectation of a case.
package struct SmallestDifference {
  /// The decision, such as `` the decision of `/i/1` at revision 12 ``.
  let subject: String
  let small: MinimizeAnswer
  /// The command that writes the log into a file.
  private let command: String

  /// The longest log, in bytes, that is printed with a failure. Nobody reads more in a terminal, and a summary of
  /// GitHub's takes a mebibyte for all cases together.
  private static let longest = 16 << 10
  private var isLong: Bool { small.log.utf8.count > Self.longest }

  /// Of the first decision that differs; nil where states alone differ, or the log has no answer about it.
  package init?(in log: FieldLog, _ disagreements: [Disagreement]) {
    let decisions = disagreements.lazy.compactMap { disagreement -> (String, ExactString, Int)? in
      guard !disagreement.isOfSomeReaders, let actual = disagreement.difference.actual?.node,
        disagreement.difference.expected != nil, actual[name: "reason"] != nil,
        let source = actual[name: "source"]?.string, let revision = actual[name: "revision"]?.wholeNumber
      else { return nil }
      return (disagreement.difference.subject, ExactString(source), revision)
    }
    guard let (subject, source, revision) = decisions.first else { return nil }
    var question = MinimizeQuestion(of: source, at: revision)
    question.keepsPrompt = true
    // The case is told all the same: what differs is known, and a smaller log is only an addition.
    guard let events = try? LoggedEvents(path: log.log.path, reading: log.options),
      let small = try? question.answer(in: events)
    else { return nil }
    (self.subject, self.small) = (subject, small)
    command = "herald minimize \(log.log.path.shellQuoted) --source \(source.string.shellQuoted) --revision \(revision)"
  }

  /// The log with a line before it that says what it is.
  package func words(_ style: Style = .plain) -> String {
    let size = "\(small.after.events.grouped) of \(small.before.events.of("event"))"
    if isLong {
      return
        "  \(style.blue("The smallest log in which \(subject) still differs (\(size)) is long; it is written by".shown))\n"
        + "  \(command.shown) -o small.jsonl\n"
    }
    let lines = small.log.split(separator: "\n").map { "  \(String($0).shown)\n" }.joined()
    return "  \(style.blue("The smallest log in which \(subject) still differs (\(size)):".shown))\n" + lines
  }

  /// Appends the object of the log; `log` is null for a long one, which `command` writes.
  package func write(into output: inout JSONWriter) {
    output.object {
      $0.member("subject", subject)
      $0.member("events", small.after.events)
      $0.member("of", small.before.events)
      $0.member("command", "\(command) -o small.jsonl")
      if isLong {
        $0.member("log", nil as String?)
      } else {
        $0.member("log", small.log.split(separator: "\n")) { $0.raw(json: String($1)) }
      }
    }
  }
}
