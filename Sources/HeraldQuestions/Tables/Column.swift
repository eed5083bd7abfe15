package import Herald

/// The type of a column's values.
package enum ColumnType: String, Hashable, Sendable, CaseIterable {
  case text, integer, real, boolean
  /// A moment in UTC, to the millisecond.
  case timestamp
  /// A day of the calendar, such as `2026-03-02`.
  case date
  /// A ``ConsideredRules``.
  case list
}

/// A value of a row.
package enum Cell: Hashable, Sendable {
  case null
  case text(ExactString)
  case integer(Int)
  case real(Double)
  case boolean(Bool)
  case timestamp(Timestamp)
  case date(CalendarDay)
  case list(ConsideredRules)
}

/// The documentation of a column: its name, type, unit and meaning.
package struct ColumnDescription: Hashable, Sendable {
  package let name: String
  package let type: ColumnType
  /// The unit of the values, such as `s` or `days`; nil where they have none.
  package let unit: String?
  /// True if a row may have no value.
  package let isNullable: Bool
  /// The meaning, in one sentence.
  package let sentence: String
  /// The operation that adds up the values of logs with different installations; nil for a value that is the same in
  /// all of them.
  package let adds: Addition?
}

/// The operation that adds up a column over disjoint sets of installations.
package enum Addition: String, Hashable, Sendable, CaseIterable {
  case sum, min, max
}

/// A column, with the function that finds its value in a row. CSV, JSON, SQL, Parquet and the documentation all follow
/// from it.
package struct Column<Row>: Sendable {
  package let description: ColumnDescription
  /// Finds the value in a row.
  package let cell: @Sendable (Row) -> Cell

  package var name: String { description.name }

  private init(
    _ name: String, _ type: ColumnType, _ sentence: String, unit: String? = nil, isNullable: Bool,
    adds: Addition? = nil, _ cell: @escaping @Sendable (Row) -> Cell
  ) {
    description = ColumnDescription(
      name: name, type: type, unit: unit, isNullable: isNullable, sentence: sentence, adds: adds)
    self.cell = cell
  }
}

extension Column {
  static func text(
    _ name: String, _ sentence: String, _ value: @escaping @Sendable (Row) -> ExactString
  ) -> Self {
    Self(name, .text, sentence, isNullable: false) { .text(value($0)) }
  }

  static func optionalText(
    _ name: String, _ sentence: String, _ value: @escaping @Sendable (Row) -> ExactString?
  ) -> Self {
    Self(name, .text, sentence, isNullable: true) { value($0).map(Cell.text) ?? .null }
  }

  /// A column whose values are the words of an enumeration.
  static func word<Word: RawRepresentable<String> & Sendable>(
    _ name: String, _ sentence: String, _ value: @escaping @Sendable (Row) -> Word
  ) -> Self {
    Self(name, .text, sentence, isNullable: false) { .text(ExactString(value($0).rawValue)) }
  }

  static func optionalWord<Word: RawRepresentable<String> & Sendable>(
    _ name: String, _ sentence: String, _ value: @escaping @Sendable (Row) -> Word?
  ) -> Self {
    Self(name, .text, sentence, isNullable: true) { row in
      value(row).map { .text(ExactString($0.rawValue)) } ?? .null
    }
  }

  static func integer(
    _ name: String, _ sentence: String, unit: String? = nil, adds: Addition? = nil,
    _ value: @escaping @Sendable (Row) -> Int
  ) -> Self {
    Self(name, .integer, sentence, unit: unit, isNullable: false, adds: adds) { .integer(value($0)) }
  }

  static func optionalInteger(
    _ name: String, _ sentence: String, unit: String? = nil, _ value: @escaping @Sendable (Row) -> Int?
  ) -> Self {
    Self(name, .integer, sentence, unit: unit, isNullable: true) { value($0).map(Cell.integer) ?? .null }
  }

  static func optionalReal(
    _ name: String, _ sentence: String, unit: String, _ value: @escaping @Sendable (Row) -> Double?
  ) -> Self {
    Self(name, .real, sentence, unit: unit, isNullable: true) { value($0).map(Cell.real) ?? .null }
  }

  static func boolean(_ name: String, _ sentence: String, _ value: @escaping @Sendable (Row) -> Bool) -> Self {
    Self(name, .boolean, sentence, isNullable: false) { .boolean(value($0)) }
  }

  static func optionalBoolean(
    _ name: String, _ sentence: String, _ value: @escaping @Sendable (Row) -> Bool?
  ) -> Self {
    Self(name, .boolean, sentence, isNullable: true) { value($0).map(Cell.boolean) ?? .null }
  }

  static func timestamp(
    _ name: String, _ sentence: String, adds: Addition? = nil, _ value: @escaping @Sendable (Row) -> Timestamp
  ) -> Self {
    Self(name, .timestamp, sentence, isNullable: false, adds: adds) { .timestamp(value($0)) }
  }

  static func optionalTimestamp(
    _ name: String, _ sentence: String, _ value: @escaping @Sendable (Row) -> Timestamp?
  ) -> Self {
    Self(name, .timestamp, sentence, isNullable: true) { value($0).map(Cell.timestamp) ?? .null }
  }

  static func date(
    _ name: String, _ sentence: String, _ value: @escaping @Sendable (Row) -> CalendarDay
  ) -> Self {
    Self(name, .date, sentence, isNullable: false) { .date(value($0)) }
  }

  static func optionalDate(
    _ name: String, _ sentence: String, _ value: @escaping @Sendable (Row) -> CalendarDay?
  ) -> Self {
    Self(name, .date, sentence, isNullable: true) { value($0).map(Cell.date) ?? .null }
  }

  static func list(_ name: String, _ sentence: String, _ value: @escaping @Sendable (Row) -> ConsideredRules) -> Self {
    Self(name, .list, sentence, isNullable: false) { .list(value($0)) }
  }
}
