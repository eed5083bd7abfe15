import Herald

/// A way to divide the rows of a table into a folder for each day.
package enum PartitionDays: String, CaseIterable, Sendable {
  /// The day, in UTC, on which the server received the event of the row.
  case received
  /// The day that the device's clock showed, as in the column of this name.
  case localDate = "local_date"

  /// The key in the folders' names. `local_date` is a column of the files: DuckDB would put the folder's text in its
  /// place, and Polars refuses `none` as a date.
  package var key: String { self == .localDate ? "local_day" : rawValue }

  /// The tables that are divided. The rows of others are of no day, so they come whole.
  package static let tables: Set<AnalysisTable> = [.events, .decisions, .prompts]
}

/// A part of a table: the rows of one day.
package struct TablePartition: Hashable, Sendable {
  package let table: AnalysisTable
  /// The day; nil for a table that comes whole.
  package let day: Day?

  /// A value in the name of a folder.
  package enum Day: Hashable, Sendable {
    case day(CalendarDay)
    /// No receipt, or no time.
    case none
    /// A day too far from the others for a folder of its own.
    case other
  }

  package init(_ table: AnalysisTable, _ day: Day? = nil) {
    self.table = table
    self.day = day
  }

  /// The folder in that of the export, such as `events/received=2026-03-02`; nil for a table that comes whole.
  package func folder(by days: PartitionDays) -> String? {
    day.map { "\(table.rawValue)/\(days.key)=\($0)" }
  }
}

extension TablePartition.Day: CustomStringConvertible {
  package var description: String {
    switch self {
    case .day(let day): "\(day)"
    case .none: "none"
    case .other: "other"
    }
  }
}
