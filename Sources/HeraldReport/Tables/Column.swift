public import Herald

/// The type of a column's values.
public enum ColumnType: String, Hashable, Sendable, CaseIterable {
  case text, integer, real, boolean
  /// A moment in UTC, to the millisecond.
  case timestamp
  /// A list of ``LookedAt``.
  case list
}

/// A value of a row.
public enum Cell: Hashable, Sendable {
  case null
  case text(ExactString)
  case integer(Int)
  case real(Double)
  case boolean(Bool)
  case timestamp(Timestamp)
  case list([LookedAt])
}

/// A rule that a decision looked at, and the test that it failed; `failed` is nil for the rule that is shown.
public struct LookedAt: Hashable, Sendable {
  public let rule: ExactString
  public let failed: RuleTest?
  public init(rule: ExactString, failed: RuleTest?) {
    self.rule = rule
    self.failed = failed
  }
}

/// The documentation of a column: its name, type, unit and meaning.
public struct ColumnDescription: Hashable, Sendable {
  public let name: String
  public let type: ColumnType
  /// The unit of the values, such as `s` or `days`; nil where they have none.
  public let unit: String?
  /// Whether a row may have no value.
  public let isNullable: Bool
  /// The meaning, in one sentence.
  public let sentence: String
  /// How the values of logs with different installations add up; nil for a value that is the same in all of them.
  public let adds: Addition?
}

/// How a column adds up over disjoint sets of installations.
public enum Addition: String, Hashable, Sendable, CaseIterable {
  case sum, min, max
}

/// A column and how its value is found in a row. CSV, JSON, SQL, Parquet and the documentation all follow from it.
public struct Column<Row>: Sendable {
  public let description: ColumnDescription
  /// Finds the value in a row.
  public let cell: @Sendable (Row) -> Cell
  /// The value in SQL, for a column of events; nil where it is the member of the data that the column is named after.
  private(set) var sql: String?

  public var name: String { description.name }

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
  /// The same column, which a ledger's view finds by an expression of its own.
  func inSQL(_ expression: String) -> Self {
    var column = self
    column.sql = expression
    return column
  }

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

  /// A word of a closed list.
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

  static func list(_ name: String, _ sentence: String, _ value: @escaping @Sendable (Row) -> [LookedAt]) -> Self {
    Self(name, .list, sentence, isNullable: false) { .list(value($0)) }
  }
}
