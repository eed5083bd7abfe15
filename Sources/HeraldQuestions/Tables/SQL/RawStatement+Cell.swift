import Herald
import HeraldLog

extension RawStatement {
  /// Binds a row's values in the order of the columns, and runs.
  ///
  /// - Parameter after: the number of parameters before them, bound by the caller.
  func insert<Row: TableRow>(_ row: Row, after: Int32 = 0) throws {
    var index = after
    row.eachCell { cell in
      index += 1
      bind(cell, at: index)
    }
    try run()
  }

  func bind(_ cell: Cell, at index: Int32) {
    switch cell {
    case .null: bindNull(at: index)
    case .text(let text): bind(copying: text.string, at: index)
    case .integer(let integer): bind(integer, at: index)
    case .real(let real): bind(real, at: index)
    case .boolean(let isTrue): bind(isTrue ? 1 : 0, at: index)
    case .timestamp(let moment): bind(copying: moment.description, at: index)
    case .list(let list): bind(copying: list.json.string, at: index)
    }
  }
}
