/// Compares the windows of two rules.
package enum WindowOrder {
  /// A date without an offset differs from the same date in UTC by at most this many milliseconds.
  private static let widestOffset: Int64 = 86_400_000

  /// True if the first date is before the second one on every device.
  private static func isBefore(_ first: WindowDate, _ second: WindowDate) -> Bool {
    let doubt = first.isInstant == second.isInstant ? 0 : widestOffset
    return first.milliseconds < second.milliseconds - doubt
  }

  /// True if a rule's window ends before it begins.
  package static func isEmpty(_ rule: Rule) -> Bool { ends(rule, beforeStartOf: rule) }

  /// True if both can be open at the same time.
  package static func canMeet(_ left: Rule, _ right: Rule) -> Bool {
    !ends(left, beforeStartOf: right) && !ends(right, beforeStartOf: left)
  }

  private static func ends(_ left: Rule, beforeStartOf right: Rule) -> Bool {
    guard let end = left.displayBefore, let start = right.displayAfter else { return false }
    return isBefore(end, start)
  }

  /// True if the earlier rule's window is open whenever the later one's is.
  package static func covers(_ earlier: Rule, _ later: Rule) -> Bool {
    let beginsInTime = earlier.displayAfter.map { start in later.displayAfter.map { !mayPrecede($0, start) } ?? false }
    let lastsLongEnough = earlier.displayBefore.map { end in later.displayBefore.map { !mayPrecede(end, $0) } ?? false }
    return beginsInTime ?? true && lastsLongEnough ?? true
  }

  /// True if the first date may be before the second one on some device.
  private static func mayPrecede(_ first: WindowDate, _ second: WindowDate) -> Bool {
    let doubt = first.isInstant == second.isInstant ? 0 : widestOffset
    return first.milliseconds < second.milliseconds + doubt
  }
}
