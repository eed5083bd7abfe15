import Herald

/// A link to the installations that a figure is about, which says how many they are.
struct PhoneLink {
  let address: String
  let installations: Int

  /// The text that a pointer and a screen reader find at the link.
  ///
  /// - Parameters:
  ///   - name: the figure's name.
  ///   - number: its number, which need not be one of installations.
  func title(_ name: String, _ number: String) -> String {
    let own = installations.of("installation")
    return number == installations.grouped ? "\(name): \(own)" : "\(name): \(number), on \(own)"
  }

  /// A number of a table with the link; the number itself is the link where it may count the installations.
  ///
  /// - Parameter name: the names of the row and of the column.
  func html(of text: String, named name: String) -> String {
    let own = EscapedText.escaped(text)
    let link =
      "<a href=\"\(EscapedText.escaped(address))\" title=\"\(EscapedText.escaped(title(name, text)))\">"
    return text == installations.grouped ? "\(link)\(own)</a>" : "\(own) \(link)on \(installations.grouped)</a>"
  }
}
