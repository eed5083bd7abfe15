import HeraldQuestions
import Herald

/// A chart of horizontal bars, each below its label.
struct BarRows {
  struct Row {
    let label: String
    let value: String
    /// The bar's length, from 0 to 1.
    let share: Double
    /// The bar's CSS class.
    let style: String
    /// The label's CSS class.
    var labelStyle = ""
    /// The link to the installations that the row counts; nil for none.
    var link: PhoneLink?
  }
  /// Rows that belong together, below an optional heading.
  struct Group {
    var heading: String?
    var style = ""
    let rows: [Row]
  }
  let groups: [Group]

  func picture(label: String) -> String {
    var svg = SVG()
    var top = 0.0
    for group in groups {
      if let heading = group.heading {
        svg.text(heading, x: "0", y: top + 15, class: "heading \(group.style)")
        top += 24
      }
      for row in group.rows {
        svg.linked(to: row.link, "\(group.heading.map { "\($0), " } ?? "")\(row.label)", row.value) { svg in
          svg.text(row.label, x: "0", y: top + 14, class: "label \(row.labelStyle)")
          svg.text(row.value, x: "100%", y: top + 14, class: "value", anchor: "end")
          svg.bar(y: top + 20, width: 1, height: 10, class: "track")
          if row.share > 0 { svg.bar(y: top + 20, width: max(0.004, row.share), height: 10, class: row.style) }
        }
        top += 40
      }
      top += 10
    }
    return svg.picture(height: max(1, top - 10), label: label)
  }
}
