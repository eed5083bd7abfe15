import HeraldQuestions
import Herald

/// A chart of the fleet's page with its title, its message and its table of numbers.
struct Figure {
  /// The fragment of a URL that leads to the figure.
  let name: String
  let title: String
  /// The message of the chart, in a sentence.
  let says: String
  let picture: String
  /// The definition of the numbers.
  let note: String
  let table: DataTable

  var values: [String: Any] {
    [
      "name": name, "title": title, "says": says, "picture": picture, "note": note,
      "table": table.html(named: "\(title), the numbers"),
    ]
  }
}

extension PromptKind {
  /// The kind with its shape, which repeats the meaning of its colour.
  var marked: String {
    switch self {
    case .exit: "■ exit"
    case .force: "▲ force"
    case .optional: "● optional"
    case .message: "◆ message"
    }
  }
}
