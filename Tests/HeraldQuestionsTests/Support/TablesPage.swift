import HeraldQuestions

/// The section of each table on the page about tables, made of its columns.
enum TablesPage {
  static func section(_ table: AnalysisTable) -> String {
    let rows = table.columns.map { column in
      let words = column.sentence + (column.adds.map { " Parts add up by \($0.rawValue)." } ?? "")
      return "| \(column.name) | \(column.type.rawValue)\(column.isNullable ? ", or null" : "") | "
        + "\(column.unit ?? "") | \(words) |"
    }
    return """
      ### \(table.rawValue)

      \(table.sentence) Key: \(table.key.joined(separator: ", ")).
      Order: \(table.order)

      | column | type | unit | |
      |---|---|---|---|
      \(rows.joined(separator: "\n"))

      """
  }
}
