import HeraldQuestionsTestSupport
import HeraldTestSupport
import Herald
import HeraldLog
import Testing

@testable import HeraldQuestions

@Suite("Tables as columns")
struct ColumnRowsTests {
  @Test("Columns have the values of the rows, hostile ones too", arguments: AnalysisTable.allCases)
  func columnsHaveTheRows(_ table: AnalysisTable) throws {
    for log in [HostileTests.log, Corpus.logs.map(\.text).joined()] {
      let rows = try Rows(log: log, tables: [table]).cells[table] ?? []
      let found = try Self.columns(of: table, in: log).flatMap { try Self.rows(in: $0, of: table) }
      try #require(found.count == rows.count)
      for (found, row) in zip(found, rows) { #expect(found == row.map(Self.readable)) }
    }
  }

  @Test("A batch of columns has its rows once, and nothing where it has none")
  func columnsComeInPieces() throws {
    let row = try #require(try Rows(log: HostileTests.log).cells[.prompts]?.first)
    var batch = ColumnBatch(of: .prompts)
    var output = ByteOutput()
    let none = batch.take(into: &output)
    #expect(!none)
    for _ in 0..<3 { _ = batch.append(CellRow(cells: row)) }
    let three = batch.take(into: &output)
    #expect(three)
    #expect(try Self.rows(in: output.bytes, of: .prompts) == Array(repeating: row.map(Self.readable), count: 3))
    output.removeAll()
    let more = batch.take(into: &output)
    #expect(!more, "A batch that was taken is empty.")
  }

  /// A row of a table whose cells are given.
  private struct CellRow: TableRow {
    static let table = AnalysisTable.prompts
    static let columns: [Column<CellRow>] = []
    let given: [Cell]

    init(cells: [Cell]) { given = cells }

    func eachCell(_ body: (Cell) -> Void) { given.forEach(body) }
  }

  private static func columns(of table: AnalysisTable, in log: String) throws -> [[UInt8]] {
    var pieces: [[UInt8]] = []
    try withoutActuallyEscaping({ (_: AnalysisTable, piece: borrowing [UInt8]) throws in pieces.append(copy piece) }) {
      send in
      let reader = try Rows.reader(log)
      var analysis = Analysis([table], rows: ColumnRows(of: [table], send: send))
      try reader.replay(visitor: &analysis)
      try analysis.finish { try reader.document($0) }
      try analysis.rows.finish()
    }
    return pieces
  }

  /// A cell as it can be read from columns: a list is its JSON.
  private static func readable(_ cell: Cell) -> Cell {
    if case .list(let list) = cell { return .text(list.json) }
    return cell
  }

  /// The rows of a piece, each buffer read by Arrow's description of its layout.
  private static func rows(in piece: [UInt8], of table: AnalysisTable) throws -> [[Cell]] {
    let end = try #require(piece.firstIndex(of: 0x0A)) + 1
    #expect(end % 8 == 0)
    let head = try JSONNode.read(String(decoding: piece[..<end], as: UTF8.self)).node
    let count = try #require(head[name: "rows"]?.integer)
    let described = try #require(head[name: "columns"]).elements
    try #require(described.count == table.columns.count)
    var at = end
    var columns: [[Cell]] = []
    for (column, node) in zip(table.columns, described) {
      let sizes = try #require(node[name: "bytes"]).elements.compactMap(\.integer)
      let buffers = sizes.map { size in
        defer { at += (size + 7) / 8 * 8 }
        return Array(piece[at..<at + size])
      }
      let cells = try cells(of: column.type, buffers, count)
      #expect(cells.count { $0 == .null } == node[name: "nulls"]?.integer)
      columns.append(cells)
    }
    #expect(at == piece.count)
    return (0..<count).map { row in columns.map { $0[row] } }
  }

  private static func cells(of type: ColumnType, _ buffers: [[UInt8]], _ count: Int) throws -> [Cell] {
    let (known, values) = (buffers[0], buffers[1])
    func bit(_ bits: [UInt8], _ row: Int) -> Bool { bits[row / 8] >> (row % 8) & 1 == 1 }
    func number(_ bytes: [UInt8], _ place: Int, _ width: Int) -> UInt64 {
      bytes[place * width..<(place + 1) * width].reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
    func text(_ offsets: [UInt8], _ utf8: [UInt8], _ place: Int) -> Cell {
      let (start, end) = (Int(number(offsets, place, 4)), Int(number(offsets, place + 1, 4)))
      return .text(ExactString(String(decoding: utf8[start..<end], as: UTF8.self)))
    }
    return (0..<count).map { row in
      if !known.isEmpty, !bit(known, row) { return .null }
      let word = Int64(bitPattern: type == .integer || type == .real || type == .timestamp ? number(values, row, 8) : 0)
      return switch type {
      case .text: text(values, buffers[2], row)
      case .integer: .integer(Int(word))
      case .real: .real(Double(bitPattern: UInt64(bitPattern: word)))
      case .boolean: .boolean(bit(values, row))
      case .timestamp: .timestamp(Timestamp(milliseconds: word))
      case .date: .date(CalendarDay(number: Int(Int32(truncatingIfNeeded: number(values, row, 4)))))
      case .list: text(buffers[2], buffers[3], Int(number(values, row, 4)))
      }
    }
  }
}
