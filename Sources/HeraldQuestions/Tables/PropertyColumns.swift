package import Herald

/// Properties of devices that an export adds as columns after the last one of some tables, by `--property`.
package struct PropertyColumns: Sendable {
  /// The properties' names, in the order of their columns.
  package let names: [ExactString]
  private let columns: [ColumnDescription]

  /// No further columns.
  package static let none = PropertyColumns(names: [], columns: [])

  /// The tables that have the columns.
  package static let tables: Set<AnalysisTable> = [.events, .decisions, .prompts]

  package var isEmpty: Bool { names.isEmpty }

  /// Two properties whose columns would have one name.
  package struct Clash: Error {
    package let column: String
    package let properties: [String]
  }

  /// - Throws: ``Clash``. Names that differ in case alone clash too: SQL does not tell them apart.
  package init(_ names: [String]) throws(Clash) {
    var known: [String: String] = [:]
    for name in names {
      let column = Self.column(name)
      if let other = known.updateValue(name, forKey: column.lowercased()) {
        throw Clash(column: column, properties: [other, name])
      }
    }
    self.init(names: names.map { ExactString($0) }, columns: names.map(Self.description))
  }

  private init(names: [ExactString], columns: [ColumnDescription]) {
    self.names = names
    self.columns = columns
  }

  /// The name of a property's column: `x_tier` of `tier`, `x_x_screen_width` of `x-screen width`.
  private static func column(_ property: String) -> String {
    property.unicodeScalars.reduce(into: "x_") { name, scalar in
      let isPlain = scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
      name.unicodeScalars.append(isPlain ? scalar : "_")
    }
  }

  private static func description(_ property: String) -> ColumnDescription {
    ColumnDescription(
      name: column(property), type: .text, unit: nil, isNullable: true,
      sentence: "The device's property `\(property.shown)` at that moment.", adds: nil)
  }

  /// All columns of a table in their order.
  package func columns(of table: AnalysisTable) -> [ColumnDescription] {
    table.columns + (Self.tables.contains(table) ? columns : [])
  }
}

extension TableRow {
  /// Calls `body` with the values in the order of the columns; the columns of properties come last.
  func eachCell(with properties: PropertyColumns, _ body: (Cell) -> Void) {
    eachCell(body)
    if properties.isEmpty { return }
    guard let device else { return }
    for name in properties.names { body(device[name].map(Cell.text) ?? .null) }
  }
}
