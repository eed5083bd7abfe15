/// A tool that reads the tables. It gets their columns' types in its own language, made of the columns' declaration.
package enum TableReader: String, CaseIterable, Sendable {
  /// Python that defines `SCHEMAS` for Polars or for pandas.
  case polars, pandas
  /// Statements that make empty tables, in DuckDB or in a database of standard SQL.
  case duckdb, sql
  /// A source of dbt, as a file `sources.yml`.
  case dbt

  /// The tables' schema in the tool's language, with the columns that properties add.
  package func schema(
    of tables: [AnalysisTable] = AnalysisTable.allCases, properties: PropertyColumns = .none
  ) -> String {
    let tables = tables.map { ReadTable(table: $0, columns: properties.columns(of: $0)) }
    return switch self {
    case .polars: PythonSchema(.polars).text(of: tables, for: self)
    case .pandas: PythonSchema(.pandas).text(of: tables, for: self)
    case .duckdb: SQLSchema(.duckdb).text(of: tables, for: self)
    case .sql: SQLSchema(.sql).text(of: tables, for: self)
    case .dbt: DbtSources.text(of: tables, for: self)
    }
  }

  /// The first line of a schema, a comment without its mark: the version of the tables, and the command that wrote it.
  var heading: String {
    "The tables of Herald, version \(TablesSchema.version), by `herald export --schema --for \(rawValue)`."
  }
}

/// A table as a reader meets it.
struct ReadTable {
  let table: AnalysisTable
  /// Its columns; the columns of properties come last.
  let columns: [ColumnDescription]
}
