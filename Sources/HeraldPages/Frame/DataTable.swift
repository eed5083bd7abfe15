import HeraldQuestions

/// The table with the numbers of a chart.
struct DataTable {
  let headings: [String]
  /// Texts and numbers. The first cell of a row is its heading.
  var rows: [[String]] = []
  /// Links of the cells to their installations, by row and column; empty for a table without any.
  var links: [[PhoneLink?]] = []

  private func link(row: Int, column: Int) -> PhoneLink? {
    links.indices.contains(row) && links[row].indices.contains(column) ? links[row][column] : nil
  }

  /// A cell as HTML. The first of a row is its heading.
  private func cell(row: Int, column: Int) -> String {
    let text = rows[row][column]
    if column == 0 { return "<th scope=\"row\">\(EscapedText.escaped(text))</th>" }
    let linked = link(row: row, column: column)?.html(of: text, named: "\(rows[row][0]), \(headings[column])")
    return "<td class=\"number\">\(linked ?? EscapedText.escaped(text))</td>"
  }

  /// Adds a row whose cells may have links.
  mutating func append(_ name: String, _ cells: [(text: String, link: PhoneLink?)]) {
    while links.count < rows.count { links.append([]) }
    rows.append([name] + cells.map(\.text))
    links.append([nil] + cells.map(\.link))
  }

  /// The table as HTML.
  ///
  /// - Parameter name: the table's name for screen readers.
  func html(named name: String) -> String {
    let head = headings.enumerated().map { index, heading in
      "<th scope=\"col\"\(index > 0 ? " class=\"number\"" : "")>\(EscapedText.escaped(heading))</th>"
    }
    let body = rows.indices.map { place in
      rows[place].indices.map { cell(row: place, column: $0) }.joined()
    }
    return
      "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"\(EscapedText.escaped(name))\"><table><thead><tr>\(head.joined())</tr></thead>"
      + "<tbody>\(body.map { "<tr>\($0)</tr>" }.joined(separator: "\n"))</tbody></table></div>"
  }
}

extension Int {
  /// The share of a whole in percent, rounded for people.
  func percent(of whole: Int) -> String {
    guard whole > 0 else { return "–" }
    let share = Double(self) * 100 / Double(whole)
    if self > 0, share < 1 { return "under 1 %" }
    if self < whole, share > 99 { return "over 99 %" }
    return "\(Int(share.rounded())) %"
  }
}
