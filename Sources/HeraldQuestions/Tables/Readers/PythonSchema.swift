/// The tables' columns as a module of Python that defines `SCHEMAS`: a type by the column's name, by the table's name.
struct PythonSchema {
  /// The library whose types are named.
  enum Library {
    case polars, pandas
  }

  private let library: Library

  init(_ library: Library) { self.library = library }

  func text(of tables: [ReadTable], for reader: TableReader) -> String {
    """
    # \(reader.heading)
    \(imports)

    VERSION = \(TablesSchema.version)

    \(ColumnType.allCases.map { "\(Self.name($0)) = \(type($0))" }.joined(separator: "\n"))

    SCHEMAS = {
    \(tables.map(table).joined(separator: "\n"))
    }

    """
  }

  private func table(_ read: ReadTable) -> String {
    """
        # \(read.table.sentence)
        "\(read.table.rawValue)": {
    \(read.columns.map { "        \"\($0.name)\": \(Self.name($0.type))," }.joined(separator: "\n"))
        },
    """
  }

  private var imports: String {
    switch library {
    case .polars: "import polars"
    case .pandas: "import pandas\nimport pyarrow"
    }
  }

  /// The constant that holds the type.
  private static func name(_ type: ColumnType) -> String { type.rawValue.uppercased() }

  private func type(_ type: ColumnType) -> String {
    switch library {
    case .polars: "polars." + Self.polars(type)
    case .pandas: "pandas.ArrowDtype(\(Self.arrow(type)))"
    }
  }

  private static func polars(_ type: ColumnType) -> String {
    switch type {
    case .text: "String"
    case .integer: "Int64"
    case .real: "Float64"
    case .boolean: "Boolean"
    case .timestamp: #"Datetime("ms", "UTC")"#
    case .date: "Date"
    case .list: "List(polars.Struct({\(polarsFields)}))"
    }
  }

  private static func arrow(_ type: ColumnType) -> String {
    switch type {
    case .text: "pyarrow.string()"
    case .integer: "pyarrow.int64()"
    case .real: "pyarrow.float64()"
    case .boolean: "pyarrow.bool_()"
    case .timestamp: #"pyarrow.timestamp("ms", "UTC")"#
    case .date: "pyarrow.date32()"
    case .list: "pyarrow.list_(pyarrow.field(\"element\", pyarrow.struct([\(arrowFields)])))"
    }
  }

  /// The fields of a list's elements for Arrow, whose types tell what may be null.
  private static var arrowFields: String {
    TablesSchema.fieldsOfList.map { field in
      "pyarrow.field(\"\(field.name)\", \(arrow(field.type))\(field.isNullable ? "" : ", nullable=False"))"
    }.joined(separator: ", ")
  }

  /// The same for Polars, as members of a dictionary.
  private static var polarsFields: String {
    TablesSchema.fieldsOfList.map { "\"\($0.name)\": polars.\(polars($0.type))" }.joined(separator: ", ")
  }
}
