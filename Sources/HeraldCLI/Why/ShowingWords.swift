import Herald

extension PastShowing {
  /// One line: when it was shown, and what was answered.
  var words: String {
    let answer = answer.map { "\($0.button.string.shown) (revision \($0.event.revision))" } ?? "no answer"
    return "  \("revision \(event.revision)".padded(to: 14))\(time.words)  \(answer)"
  }

  func write(into output: inout JSONWriter) {
    output.raw("{")
    output.event(revision: event.revision, id: event.id, type: event.type)
    output.raw(",\"time\":")
    output.time(time.moment)
    output.raw(",\"answer\":")
    if let answer {
      output.raw("{")
      output.event(revision: answer.event.revision, id: answer.event.id, type: answer.event.type)
      output.raw(",\"time\":")
      output.time(answer.time.moment)
      output.raw(",\"button\":")
      output.string(answer.button)
      output.raw("}")
    } else {
      output.raw("null")
    }
    output.raw("}")
  }
}

extension [PastShowing] {
  /// Which time it is that comes after these: `first`, `second`, `third`, `4th`.
  var nextOrdinal: String {
    let number = count + 1
    if number <= 3 { return ["first", "second", "third"][number - 1] }
    if (11...13).contains(number % 100) { return "\(number)th" }
    return "\(number)" + ([1: "st", 2: "nd", 3: "rd"][number % 10] ?? "th")
  }

  /// The last ones under a heading; nothing where there are none.
  func lines(_ style: Style) -> [String] {
    isEmpty ? [] : ["", style.bold("Shown before")] + suffix(20).map(\.words)
  }
}
