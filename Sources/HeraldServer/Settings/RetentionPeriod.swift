import HeraldWire
import Foundation
import Herald

/// The length of time that events are kept, such as `13 months`.
struct RetentionPeriod: Hashable, Sendable {
  enum Unit: String, CaseIterable {
    case days, weeks, months, years

    fileprivate var component: Calendar.Component {
      switch self {
      case .days: .day
      case .weeks: .weekOfYear
      case .months: .month
      case .years: .year
      }
    }
  }

  let count: Int
  let unit: Unit

  private static let longest = 10_000

  /// Reads a number and a unit, one or several of it; nil for another text.
  init?(_ text: String) {
    let words = text.split(separator: " ")
    guard words.count == 2, let count = OutsideNumber.read(words[0], in: 1...Self.longest),
      let unit = Unit.allCases.first(where: { $0.rawValue == words[1] || $0.rawValue.dropLast() == words[1] })
    else { return nil }
    (self.count, self.unit) = (count, unit)
  }

  var text: String { "\(count) \(count == 1 ? String(unit.rawValue.dropLast()) : unit.rawValue)" }

  /// The time before which events are forgotten: as many days, months or years before `now`, by the calendar in UTC.
  func start(at now: Timestamp) -> Timestamp {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    let end = Date(timeIntervalSince1970: Double(now.milliseconds) / 1000)
    let start = calendar.date(byAdding: unit.component, value: -count, to: end) ?? .distantPast
    return Timestamp(milliseconds: Int64(start.timeIntervalSince1970 * 1000))
  }
}
