import Herald

/// A small table of figures: in columns, or on a narrow terminal one figure a line.
struct EffectTable {
  /// The first one is empty.
  let head: [String]
  let rows: [[String]]

  func lines(width: Int, _ style: Style) -> [String] {
    let widths = head.indices.map { column in ([head] + rows).map { $0[column].printedColumns }.max() ?? 0 }
    if widths.reduce(0, +) + 2 * widths.count > width { return narrow(style) }
    let lines = ([head] + rows).map { row in
      "  "
        + row.enumerated().map { index, cell in
          index == 0 ? cell.padded(to: widths[0]) : cell.padded(before: widths[index])
        }.joined(separator: "  ")
    }
    return [style.dim(lines[0])] + lines.dropFirst()
  }

  private func narrow(_ style: Style) -> [String] {
    let width = head.map(\.printedColumns).max() ?? 0
    return rows.flatMap { row in
      ["  \(row[0])"] + zip(head, row).dropFirst().map { "    \(style.dim($0.padded(to: width)))  \($1)" }
    }
  }
}

extension String {
  /// The text with blanks before it, so that numbers line up.
  fileprivate func padded(before width: Int) -> String {
    String(repeating: " ", count: max(0, width - printedColumns)) + self
  }
}
