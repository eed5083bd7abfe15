import Herald

/// The tables, their columns, types, keys and meaning in JSON, for tools that make other kinds of files from the rows.
package enum TablesSchema {
  /// The version of the tables. A changed meaning of a column, or another type, raises it; columns that are added at
  /// the end of a table do not.
  package static let version = 2

  /// The schema as one JSON object with `version` and `tables`.
  ///
  /// A table has `name`, `sentence`, `key`, `order` and `columns`. A column has `name`, `type`, `unit`, `nullable`,
  /// `adds` and `sentence`; a list also has `fields` of the same shape. `adds` is the operation that adds up the values
  /// of disjoint sets of installations: `sum`, `min`, `max`, or null for a value that is the same in all of them.
  package static func json(
    of tables: [AnalysisTable] = AnalysisTable.allCases, properties: PropertyColumns = .none
  ) -> String {
    var output = JSONWriter()
    output.object {
      $0.member("version", version)
      $0.member("tables", tables) { $0.table($1, properties.columns(of: $1)) }
    }
    output.raw("\n")
    return output.string
  }

  /// The fields of a list's elements.
  static let fieldsOfList = [
    ColumnDescription(name: "rule", type: .text, unit: nil, isNullable: false, sentence: "The rule's id.", adds: nil),
    ColumnDescription(
      name: "failed", type: .text, unit: nil, isNullable: true,
      sentence: "The test that it failed; null for the rule that is shown.", adds: nil),
  ]
}

extension JSONWriter {
  fileprivate mutating func table(_ table: AnalysisTable, _ columns: [ColumnDescription]) {
    raw("\n")
    object {
      $0.member("name", word: table)
      $0.member("sentence", table.sentence)
      $0.member("key", table.key) { $0.string($1) }
      $0.member("order", table.order)
      $0.member("columns", columns) { $0.column($1) }
    }
  }

  private mutating func column(_ column: ColumnDescription) {
    raw("\n")
    object {
      $0.member("name", column.name)
      $0.member("type", word: column.type)
      $0.member("unit", column.unit)
      $0.member("nullable", column.isNullable)
      $0.member("adds", word: column.adds)
      $0.member("sentence", column.sentence)
      if column.type == .list { $0.member("fields", TablesSchema.fieldsOfList) { $0.column($1) } }
    }
  }
}
