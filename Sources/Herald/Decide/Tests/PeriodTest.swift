/// Between two showings of a rule some time has to pass.
extension Rule {
  @inline(__always)
  func passesPeriod<W: Witness>(_ situation: borrowing Situation, _ witness: inout W) -> Bool {
    guard !kind.isBlocking, !situation.isManual, displayPeriod > 0,
      let lastShown = situation.records[id]?.lastShown
    else { return true }
    let elapsed = situation.question.now.moment.milliseconds - lastShown.milliseconds
    let passed = elapsed >= displayPeriod
    witness.saw(
      Comparison(
        "time since last shown", found: LengthOfTime.words(elapsed),
        wanted: "at least \(LengthOfTime.words(displayPeriod))",
        passed: passed, key: "/displayPeriodInHours", basis: .showing))
    return passed
  }
}
