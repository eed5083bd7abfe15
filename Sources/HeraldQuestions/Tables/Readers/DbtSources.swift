import Herald

/// The tables as a source of dbt, named `herald`: each column with its type and sentence, and tests of the key.
enum DbtSources {
  static func text(of tables: [ReadTable], for reader: TableReader) -> String {
    let head = """
      # \(reader.heading)
      version: 2
      sources:
        - name: herald
          description: \(quoted("What installations were shown and why. Version \(TablesSchema.version) of the tables."))
          tables:

      """
    // An increment brings the table of changes, which the model that merges it reads.
    let changed = ReadTable(table: .changed, columns: AnalysisTable.changed.columns)
    return head + (tables + [changed]).map(table).joined()
  }

  private static func table(_ read: ReadTable) -> String {
    let table = read.table
    let head = """
            - name: \(table.rawValue)
              description: \(quoted("\(table.sentence) Key: \(table.key.joined(separator: ", "))."))
              columns:

      """
    return head + read.columns.map { column($0, of: table) }.joined()
  }

  private static func column(_ column: ColumnDescription, of table: AnalysisTable) -> String {
    // The key alone, because rows of older exports lack columns that came later.
    let isWhole = !column.isNullable && table.key.contains(column.name)
    let tests = (isWhole ? ["not_null"] : []) + (table.key == [column.name] ? ["unique"] : [])
    let head = """
                - name: \(column.name)
                  quote: true
                  data_type: \(SQLSchema(.sql).type(column.type).lowercased())
                  description: \(quoted(TableSQL.comment(column)))

      """
    return head + (tests.isEmpty ? "" : "            data_tests: [\(tests.joined(separator: ", "))]\n")
  }

  /// A text of YAML in quotes, with the escapes of JSON.
  private static func quoted(_ text: String) -> String {
    var writer = JSONWriter()
    writer.string(text)
    return writer.string
  }
}
