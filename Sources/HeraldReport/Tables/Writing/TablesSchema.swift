import Herald

/// The tables, their columns, types, keys and meaning, for whoever makes files of other kinds from the rows.
public enum TablesSchema {
  /// One object of JSON: `version`, and in `tables` for each its `name`, `sentence`, `key`, `order` and `columns`, each
  /// with `name`, `type`, `unit`, `nullable`, `adds` (how parts of disjoint sets of installations add up: `sum`, `min`,
  /// `max`, or null where all have it alike) and `sentence`; a list has `fields` of the same shape.
  public static func json(of tables: [AnalysisTable] = AnalysisTable.allCases) -> String {
    var output = JSONWriter()
    output.raw("{\"version\":1,\"tables\":")
    output.array(tables) { $0.table($1) }
    output.raw("}\n")
    return output.string
  }

  /// What the structs of a list consist of.
  static let fieldsOfList = [
    ColumnDescription(name: "rule", type: .text, unit: nil, isNullable: false, sentence: "The rule's id.", adds: nil),
    ColumnDescription(
      name: "failed", type: .text, unit: nil, isNullable: true,
      sentence: "The test that it failed; null for the rule that is shown.", adds: nil),
  ]
}

extension JSONWriter {
  fileprivate mutating func table(_ table: AnalysisTable) {
    raw("\n{\"name\":")
    string(table.rawValue)
    raw(",\"sentence\":")
    string(table.sentence)
    raw(",\"key\":")
    array(table.key) { $0.string($1) }
    raw(",\"order\":")
    string(table.order)
    raw(",\"columns\":")
    array(table.columns) { $0.column($1) }
    raw("}")
  }

  private mutating func column(_ column: ColumnDescription) {
    raw("\n{\"name\":")
    string(column.name)
    raw(",\"type\":")
    string(column.type.rawValue)
    raw(",\"unit\":")
    if let unit = column.unit { string(unit) } else { raw("null") }
    raw(json: ",\"nullable\":\(column.isNullable),\"adds\":")
    if let adds = column.adds { string(adds.rawValue) } else { raw("null") }
    raw(",\"sentence\":")
    string(column.sentence)
    if column.type == .list {
      raw(",\"fields\":")
      array(TablesSchema.fieldsOfList) { $0.column($1) }
    }
    raw("}")
  }
}
