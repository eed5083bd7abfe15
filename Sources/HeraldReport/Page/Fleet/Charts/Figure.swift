import Herald

/// A picture of the fleet's page: what it is about, what it says, and the numbers behind it.
struct Figure {
  /// The part of an address that leads to it.
  let name: String
  let title: String
  /// What is seen at a glance, in a sentence.
  let says: String
  let picture: String
  /// What the numbers mean exactly.
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
  /// The kind with its shape, which says the same as its colour.
  var marked: String {
    switch self {
    case .exit: "■ exit"
    case .force: "▲ force"
    case .optional: "● optional"
    case .message: "◆ message"
    }
  }
}
