import Herald

/// A way to write rows as text, each on a line of its own.
package enum RowFormat: String, CaseIterable, Sendable {
  /// RFC 4180 with `\n` between records: a header, then a record a row. An empty cell is null, `""` an empty text.
  case csv
  /// As `csv`, for spreadsheets: a text that one would take for a formula has an apostrophe before it.
  case safeCSV
  /// One object for each row, with every column as a member.
  case jsonl
  /// As `jsonl`, with the name of the table in each row, for programs that read all tables from one stream.
  case rows
}

extension RowFormat {
  /// Appends a table's header, where the format has one.
  func writeHead(of columns: [ColumnDescription], into output: inout JSONWriter) {
    guard self == .csv || self == .safeCSV else { return }
    for (place, column) in columns.enumerated() {
      if place > 0 { output.raw(",") }
      output.raw(json: column.name)
    }
    output.raw("\n")
  }

  /// Appends a row with its newline.
  func write<Row: TableRow>(_ row: Row, _ layout: RowLayout, into output: inout JSONWriter) {
    switch self {
    case .csv: output.record(row, layout, isSafe: false)
    case .safeCSV: output.record(row, layout, isSafe: true)
    case .jsonl: output.object(row, layout)
    case .rows:
      output.object {
        $0.member("table", word: Row.table)
        $0.member("row") { $0.object(row, layout) }
      }
    }
    output.raw("\n")
  }
}

/// The columns of a table as they are written.
struct RowLayout: Sendable {
  let properties: PropertyColumns
  /// The text before each value of a row's object: `{"name":` or `,"name":`. It is put together once for each column,
  /// because the names are most of the bytes of a row.
  fileprivate let memberNames: [String]

  private init(of table: AnalysisTable, with properties: PropertyColumns) {
    self.properties = properties
    memberNames = properties.columns(of: table).enumerated().map { place, column in
      "\(place == 0 ? "{" : ",")\"\(column.name)\":"
    }
  }

  /// The layouts of all tables without properties, by ``AnalysisTable/place``.
  static let ofTables = all(with: .none)

  /// The layouts of all tables, by ``AnalysisTable/place``.
  static func all(with properties: PropertyColumns) -> [RowLayout] {
    AnalysisTable.written.map { RowLayout(of: $0, with: properties) }
  }
}

extension JSONWriter {
  fileprivate mutating func object<Row: TableRow>(_ row: Row, _ layout: RowLayout) {
    var place = 0
    row.eachCell(with: layout.properties) { cell in
      raw(json: layout.memberNames[place])
      place += 1
      json(cell)
    }
    raw("}")
  }

  private mutating func json(_ cell: Cell) {
    switch cell {
    case .null: null()
    case .text(let text): string(text)
    case .integer(let integer): self.integer(integer)
    case .real(let real): self.real(real)
    case .boolean(let isTrue): bool(isTrue)
    case .timestamp(let moment): time(moment)
    case .date(let day):
      output.append(UInt8(ascii: "\""))
      day.write(into: &output)
      output.append(UInt8(ascii: "\""))
    case .list(let list): raw(json: list.json.string)
    }
  }

  fileprivate mutating func record<Row: TableRow>(_ row: Row, _ layout: RowLayout, isSafe: Bool) {
    var isFirst = true
    row.eachCell(with: layout.properties) { cell in
      if !isFirst { output.append(UInt8(ascii: ",")) }
      isFirst = false
      csv(cell, isSafe: isSafe)
    }
  }

  private mutating func csv(_ cell: Cell, isSafe: Bool) {
    switch cell {
    case .null: break
    case .text(let text): csv(isSafe && text.isFormula ? ExactString("'" + text.string) : text)
    case .integer(let integer): self.integer(integer)
    case .real(let real): self.real(real)
    case .boolean(let isTrue): bool(isTrue)
    case .timestamp(let moment): moment.write(into: &output)
    case .date(let day): day.write(into: &output)
    case .list(let list): raw(json: list.csv.string)
    }
  }

  /// Appends a text, in quotes where it needs them.
  mutating func csv(_ text: ExactString) {
    text.withBytes { utf8 in
      guard Self.needsQuotes(utf8) else { return output.append(utf8) }
      output.append(UInt8(ascii: "\""))
      output.append(utf8, doubling: UInt8(ascii: "\""))
      output.append(UInt8(ascii: "\""))
    }
  }

  /// True if a text needs quotes.
  ///
  /// It needs them with separators, quotes or line ends; with a blank at an end, which some readers trim; and with
  /// anything but printable ASCII, in which some readers find line ends. An empty text without quotes would be null.
  private static func needsQuotes(_ utf8: BorrowedBytes) -> Bool {
    guard let first = utf8.first, let last = utf8.last else { return true }
    return first == 0x20 || last == 0x20 || !PlainText.isPlainCell(utf8)
  }

  /// The shortest digits that read back as the same number.
  private mutating func real(_ value: Double) { raw(json: "\(value)") }
}

extension ExactString {
  /// True if a spreadsheet would take the text for a formula (OWASP, *CSV injection*).
  fileprivate var isFormula: Bool {
    withBytes { bytes in bytes.first.map { "=+-@\t\r".utf8.contains($0) } ?? false }
  }
}
