import Herald

extension PastShowing {
  /// The showing in one line: its time and its answer.
  var words: String {
    let answer = answer.map { "\($0.button.string.shown) (revision \($0.event.revision))" } ?? "no answer"
    return "  \("revision \(event.revision)".padded(to: 14))\(time.words)  \(answer)"
  }

  func write(into output: inout JSONWriter) {
    output.object {
      $0.event(revision: event.revision, id: event.id, type: event.type)
      $0.member("time", time.moment)
      $0.member("answer", optional: answer) { output, answer in
        output.object {
          $0.event(revision: answer.event.revision, id: answer.event.id, type: answer.event.type)
          $0.member("time", answer.time.moment)
          $0.member("button", answer.button)
        }
      }
    }
  }
}

extension [PastShowing] {
  /// The ordinal of the next showing: `first`, `second`, `third`, `4th`.
  var nextOrdinal: String {
    let number = count + 1
    if number <= 3 { return ["first", "second", "third"][number - 1] }
    if (11...13).contains(number % 100) { return "\(number)th" }
    return "\(number)" + ([1: "st", 2: "nd", 3: "rd"][number % 10] ?? "th")
  }

  /// The last showings below a heading; empty without showings.
  func lines(_ style: Style) -> [String] {
    isEmpty ? [] : ["", style.bold("Shown before")] + suffix(20).map(\.words)
  }
}
