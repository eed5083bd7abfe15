import Herald
import HeraldQuestions

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

  /// The link to the installations that were shown prompts of a kind on some days; nil where their number is not known.
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
