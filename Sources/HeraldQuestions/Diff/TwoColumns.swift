import Herald

/// A table of two sides, with one row for each value. Long values are below each other.
///
/// A sign marks differences, because colour alone must not carry the meaning: `≠` for different values, `−` for a value
/// of A only, `+` for a value of B only, `=` for equal values.
struct TwoColumns {
  private struct Row {
    let mark: String
    let label: String
    let left: String?
    let right: String?
    let isHeading: Bool
  }
  private var rows: [Row] = []
  private let style: Style
  private static let widest = (label: 44, value: 40)

  init(_ style: Style) { self.style = style }

  var isEmpty: Bool { rows.isEmpty }

  /// - Parameters:
  ///   - left: the left value; nil without one.
  ///   - right: the right value; nil without one.
  ///   - depth: the level of indentation.
  ///   - isHeading: true for a heading without a sign.
  ///   - differs: true if the sides differ although their words are equal.
  mutating func add(
    _ label: String, _ left: String?, _ right: String?, depth: Int = 0, isHeading: Bool = false, differs: Bool = false
  ) {
    let isSame = left.map { ExactString($0) } == right.map { ExactString($0) } && !differs
    let mark = isHeading ? "" : isSame ? "=" : left == nil ? "+" : right == nil ? "−" : "≠"
    let indent = String(repeating: " ", count: depth * 2)
    rows.append(
      Row(
        mark: indent + mark, label: label.shown, left: left.map(\.shown), right: right.map(\.shown),
        isHeading: isHeading))
  }

  var text: String {
    let labels = rows.map { width(ofLabel: $0) }.filter { $0 <= Self.widest.label }.max() ?? 0
    let lefts = rows.filter { !isLong($0) }.map { ($0.left ?? "—").columns }.max() ?? 0
    return rows.map { row in
      let head = "  " + coloured(row.mark) + (row.isHeading ? "" : " ") + name(row)
      if isLong(row) {
        let indent = String(repeating: " ", count: row.mark.count + 5)
        return head + "\n\(indent)A  \(row.left ?? "—")\n\(indent)B  \(row.right ?? "—")\n"
      }
      let blanks = String(repeating: " ", count: max(0, labels - width(ofLabel: row)) + 2)
      let left = row.left ?? "—"
      guard row.mark.hasSuffix("=") == false else { return head + blanks + style.dim("\(left) on both sides") + "\n" }
      return head + blanks + left.padded(to: lefts) + "  " + (row.right ?? "—") + "\n"
    }.joined()
  }

  private func width(ofLabel row: Row) -> Int { row.mark.count + (row.isHeading ? 0 : 1) + row.label.columns }

  private func isLong(_ row: Row) -> Bool {
    max(row.left?.columns ?? 0, row.right?.columns ?? 0) > Self.widest.value || width(ofLabel: row) > Self.widest.label
  }

  private func name(_ row: Row) -> String { row.isHeading ? style.dim(row.label) : row.label }

  private func coloured(_ mark: String) -> String {
    switch mark.last {
    case "+": style.green(mark)
    case "−": style.red(mark)
    case "≠": style.yellow(mark)
    default: style.dim(mark)
    }
  }
}
