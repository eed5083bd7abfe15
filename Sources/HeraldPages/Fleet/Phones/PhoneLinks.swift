import Herald
import HeraldQuestions

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

/// Makes the links from a fleet's figures to their installations. A page without a server has none.
struct PhoneLinks {
  let phones: FleetPhones
  /// Makes the address of a search.
  let address: ((PhoneSearch) -> String)?

  /// The link to a group; nil where it is empty.
  subscript(group: PhoneGroup) -> PhoneLink? { link(group.search, installations: phones[group]) }

  /// The link to a search that finds a number of installations; nil where it finds none.
  func link(_ search: PhoneSearch, installations: Int) -> PhoneLink? {
    guard installations > 0, let address else { return nil }
    return PhoneLink(address: address(search), installations: installations)
  }

  /// The link to the installations of a list that has all of them; nil for a longer one.
  func link(named sort: NotableInstallations.Sort) -> PhoneLink? {
    PhoneSearch(naming: sort).flatMap { link($0, installations: sort.count) }
  }

  /// The link to who was shown prompts of a kind on some days.
  func shown(_ kind: PromptKind, on days: ClosedRange<Int>) -> PhoneLink? {
    link(
      PhoneGroup.shown(kind, from: days.lowerBound, to: days.upperBound),
      installations: phones.days[kind]?.installations(on: days) ?? 0)
  }

  /// The link to who runs one of some versions at the end.
  ///
  /// - Parameter isWithout: true for all others that were launched.
  func versions(_ versions: [ExactString?], isWithout: Bool = false) -> PhoneLink? {
    if versions.isEmpty || versions.count > Self.mostVersions { return nil }
    let own = versions.reduce(0) { $0 + phones[.version($1)] }
    return link(
      PhoneGroup.versions(versions, isWithout: isWithout), installations: isWithout ? phones.launched - own : own)
  }

  /// The most versions that a condition names.
  private static let mostVersions = 60
}
