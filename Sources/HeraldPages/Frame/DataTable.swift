import HeraldQuestions

/// The table with the numbers of a chart.
struct DataTable {
  let headings: [String]
  /// Texts and numbers. The first cell of a row is its heading.
  var rows: [[String]] = []

  /// The table as HTML.
  ///
  /// - Parameter name: the table's name for screen readers.
  func html(named name: String) -> String {
    let head = headings.enumerated().map { index, heading in
      "<th scope=\"col\"\(index > 0 ? " class=\"number\"" : "")>\(EscapedText.escaped(heading))</th>"
    }
    let body = rows.map { row in
      row.enumerated().map { index, cell in
        index == 0
          ? "<th scope=\"row\">\(EscapedText.escaped(cell))</th>"
          : "<td class=\"number\">\(EscapedText.escaped(cell))</td>"
      }.joined()
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
