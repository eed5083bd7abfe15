import Herald

/// Some rows of one table as columns.
struct ColumnBatch {
  private let properties: PropertyColumns
  private var columns: [ColumnBuffers]
  private var rows = 0
  private var bytes = 0

  init(of table: AnalysisTable, properties: PropertyColumns = .none) {
    self.properties = properties
    columns = properties.columns(of: table).map { ColumnBuffers($0.type) }
  }

  /// Adds a row, and returns the size of all.
  mutating func append<Row: TableRow>(_ row: Row) -> (rows: Int, bytes: Int) {
    var place = 0
    row.eachCell(with: properties) { cell in
      bytes &+= columns[place].append(cell)
      place &+= 1
    }
    rows &+= 1
    return (rows, bytes)
  }

  /// Writes the columns, and begins anew with none.
  ///
  /// First a line of JSON: `rows`, and for each column the number of its `nulls` and the `bytes` of each of its buffers,
  /// in Arrow's order: the bits of the rows that have a value, then the values, or offsets and UTF-8 of texts. Bits are
  /// left out, as 0 bytes, where no value is missing. A column of lists has in the place of its values the 32-bit index
  /// of each row's list, and then offsets and UTF-8 of the lists in JSON, each once. The buffers follow. The line and
  /// each buffer are filled up to a multiple of eight bytes.
  ///
  /// - Returns: false where there were no rows, and nothing was written.
  mutating func take(into output: inout ByteOutput) -> Bool {
    guard rows > 0 else { return false }
    var head = JSONWriter()
    head.object {
      $0.member("rows", rows)
      $0.member("columns", columns) { output, column in
        output.object {
          $0.member("nulls", column.nulls)
          $0.member("bytes", column.lengths) { $0.integer($1) }
        }
      }
    }
    head.output.written.withUnsafeBytes { output.append(BorrowedBytes($0)) }
    while output.count % 8 != 7 { output.append(UInt8(ascii: " ")) }
    output.append(UInt8(ascii: "\n"))
    for place in columns.indices { columns[place].take(into: &output) }
    (rows, bytes) = (0, 0)
    return true
  }
}
