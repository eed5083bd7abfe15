import ArgumentParser
import Herald

/// Reads until when a signature is valid: a time, or a number of days or hours from a moment on.
enum ExpiryText {
  static func read(_ text: String, from now: Timestamp) throws -> Timestamp {
    let units: [Character: Int64] = ["d": 24 * LengthOfTime.hour, "h": LengthOfTime.hour]
    if let unit = text.last.flatMap({ units[$0] }), let count = Int64(text.dropLast()) {
      let (length, isTooLong) = count.multipliedReportingOverflow(by: unit)
      let (end, isTooFar) = now.milliseconds.addingReportingOverflow(length)
      let moment = Timestamp(milliseconds: end)
      guard count > 0, !isTooLong, !isTooFar, Timestamp.range.contains(moment) else {
        throw ValidationError("'\(text.shown)' does not lie ahead. Write a number of days such as 60d.")
      }
      return moment
    }
    return try TimeText.read(text).moment
  }
}
