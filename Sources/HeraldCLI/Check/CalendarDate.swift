import ArgumentParser
import Herald

/// Parses the two dates of a calendar on the command line.
enum CalendarDate {
  /// - Throws: `ValidationError` that names the valid texts.
  static func read(_ text: String) throws -> WindowDate {
    guard let date = WindowDate(text) else {
      throw ValidationError(
        "'\(text)' is not a date. Write a day such as 2026-12-01, or a time such as 2026-12-01T18:00 or "
          + "2026-12-01T18:00:00+01:00.")
    }
    return date
  }

  /// - Throws: `ValidationError` for dates that are not two in their order, or that stand beside a time.
  static func check(_ dates: [WindowDate], beside time: DeviceTime?) throws {
    guard dates.count == 2, let from = dates.first, let to = dates.last else {
      throw ValidationError("--calendar takes two dates. Write --calendar 2026-12-01 2026-12-31.")
    }
    if time != nil { throw ValidationError("--calendar has its own times. Leave --time out.") }
    // The device's offset is not known here, so only dates of one kind can be compared.
    if from.isInstant == to.isInstant, to.milliseconds < from.milliseconds {
      throw ValidationError("--calendar ends before it begins. Write the earlier date first.")
    }
  }
}
