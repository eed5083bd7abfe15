/// A rule is shown from one date until another, both inclusive.
extension Rule {
  @inline(__always)
  func passesWindow<W: Witness>(_ situation: borrowing Situation, _ witness: inout W) -> Bool {
    let now = situation.question.now
    var passed = true
    if let displayAfter {
      let isOpen = displayAfter.distance(to: now) >= 0
      witness.saw(
        Comparison(
          displayAfter.clockName, found: displayAfter.reading(of: now), wanted: "from \(displayAfter.text)",
          passed: isOpen, key: "/displayAfterDate", basis: .question))
      passed = isOpen
    }
    if let displayBefore {
      let isOpen = displayBefore.distance(to: now) <= 0
      witness.saw(
        Comparison(
          displayBefore.clockName, found: displayBefore.reading(of: now), wanted: "until \(displayBefore.text)",
          passed: isOpen, key: "/displayBeforeDate", basis: .question))
      passed = passed && isOpen
    }
    return passed
  }
}

extension WindowDate {
  /// Which clock the date is compared with.
  fileprivate var clockName: String { isInstant ? "time" : "time on the device's clock" }

  /// A device's time as that clock shows it.
  fileprivate func reading(of time: DeviceTime) -> String {
    guard !isInstant else { return time.moment.description }
    return String(Timestamp(milliseconds: time.wallClock).description.dropLast())
  }
}
