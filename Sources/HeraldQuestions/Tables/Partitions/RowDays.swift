import Herald

/// Finds the day of each row while the rows are made.
struct RowDays {
  /// Nil for days of arrival.
  private let usual: UsualDays?
  private var arrivals: [ExactString: Arrivals] = [:]

  /// The arrivals of an installation's events that later rows ask for.
  private struct Arrivals {
    var last: TablePartition.Day = .none
    /// The days of showings by their revisions, because a showing's row comes when its answer or update came.
    var showings: [Int: TablePartition.Day] = [:]
  }

  /// - Parameter usual: the days that have a folder, for days of devices' clocks; nil for days of arrival.
  init(usual: UsualDays?) { self.usual = usual }

  /// The day of a row. The row of an event comes before the other rows that the event makes.
  mutating func day<Row: TableRow>(of row: Row) -> TablePartition.Day {
    if let row = row as? EventRow { return day(of: row) }
    if let row = row as? DecisionRow {
      let question = row.decision.question
      return usual.map { $0.folder(of: CalendarDay(question.now)) } ?? arrivals[question.source]?.last ?? .none
    }
    if let row = row as? PromptRow {
      return usual.map { $0.folder(of: CalendarDay(row.shownAt)) }
        ?? arrivals[row.source]?.showings.removeValue(forKey: row.revision) ?? .none
    }
    return .none
  }

  private mutating func day(of row: EventRow) -> TablePartition.Day {
    if let usual { return row.event.time.isMissing ? .none : usual.folder(of: CalendarDay(row.event.time)) }
    let day = row.reception.map { TablePartition.Day.day(CalendarDay(inUTC: $0.received)) } ?? .none
    arrivals[row.event.source, default: Arrivals()].last = day
    if case .promptShown = row.event.data { arrivals[row.event.source]?.showings[row.event.revision] = day }
    return day
  }

  /// Drops what is kept of an installation, whose rows are made.
  mutating func ended(_ source: ExactString) { arrivals[source] = nil }
}

extension UsualDays {
  fileprivate func folder(of day: CalendarDay) -> TablePartition.Day { contains(day) ? .day(day) : .other }
}
