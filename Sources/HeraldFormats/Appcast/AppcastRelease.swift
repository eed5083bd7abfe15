import Herald

/// A release of a feed with its version, from which a rule is made.
struct AppcastRelease {
  let item: AppcastItem
  /// The version that sorts the releases, and that stands in the rule's id.
  let name: String
  let version: PublishedVersion?
  /// The version that people see; nil where the feed does not say.
  let short: PublishedVersion?
  let place: DocumentPlace

  /// Nil for an entry without a version, such as a piece of news.
  init?(_ item: AppcastItem, place: DocumentPlace) {
    let version = item.orOfEnclosure(.version)
    let short = item.orOfEnclosure(.shortVersion)
    guard let name = version ?? short else { return nil }
    self.item = item
    self.name = name
    self.version = version.flatMap { PublishedVersion($0) }
    self.short = short.flatMap { PublishedVersion($0) }
    self.place = place
  }

  /// The version that ``name`` spells, for sorting; nil for a name that spells no version.
  var order: AppVersion? { PublishedVersion(name)?.version }

  /// Sorts the newest first. Equal versions keep their order in the feed.
  static func sorted(_ releases: [AppcastRelease]) -> [AppcastRelease] {
    releases.enumerated().sorted { left, right in
      switch (left.element.order, right.element.order) {
      case (let first?, let second?) where first != second: first > second
      case (.some, nil): true
      case (nil, .some): false
      default: left.offset < right.offset
      }
    }.map(\.element)
  }

  /// The condition: the version code of the device, or without one the version that people see.
  var condition: VersionCondition {
    let shown = short ?? version
    if let version { return .olderBuild(than: version, version: shown) }
    return shown.map { .older(than: $0, .compared) } ?? .never
  }

  /// The installed versions for which the release is critical; nil for none.
  var critical: VersionCondition? {
    guard item.isCritical else { return nil }
    guard let bound = item.criticalBelow else { return VersionCondition.none }
    return PublishedVersion(bound).map { .olderBuild(than: $0, version: $0) } ?? .never
  }

  var filters: [Filter] {
    let bounds = [(AppcastKey.minimumSystem, ">="), (.maximumSystem, "<=")].compactMap { key, sign in
      item[key].map { bound in
        // No device meets a bound that cannot be read as a version.
        Filter(property: .deviceOsVersion, text: sign + (AppVersion(bound) == nil ? "none" : bound))
      }
    }
    let equal = [(item.orOfEnclosure(.os), ExactString.deviceOsName), (item[.channel], "appcastChannel")]
    return bounds
      + equal.compactMap { text, property in text.map { Filter(property: property, equalTo: $0, isExact: false) } }
  }

  var releasedAt: WindowDate? { item[.pubDate].flatMap { InternetDate.read($0) ?? WindowDate($0) } }

  /// The phases of the release: seven equal ones from its date on.
  var phases: RolloutPhases? {
    guard let seconds = item[.phases], let number = DecimalNumber(json: seconds),
      let interval = number.scaled(by: 1000, atMost: Int.max / 8), let releasedAt
    else { return nil }
    let steps = (1...7).map { ($0 * 20_000 + 7) / 14 }
    return RolloutPhases(startAt: releasedAt, steps: steps, interval: Int64(interval))
  }

  /// The addresses to which the prompt leads, the best first.
  var urls: [String?] {
    let link = item[.link]
    let isOnlyTold = item.isInformational && item.informationalVersions.isEmpty
    return isOnlyTold || item.enclosure == nil ? [link] : [item.enclosureURL, link]
  }

  /// The page for the installed versions to which the release is only announced.
  var page: Rule.Page? {
    let versions = item.informationalVersions.compactMap { PublishedVersion($0) }
    guard item.isInformational, !versions.isEmpty, let url = item[.link].flatMap({ Destination.read($0) }) else {
      return nil
    }
    return Rule.Page(url: url, versions: versions)
  }
}

/// A date as mail and RSS write it (RFC 822, section 5, with years of four digits): `Mon, 02 Mar 2026 08:00:00 +0000`.
enum InternetDate {
  private static let months = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ]
  private static let zones = [
    "ut": 0, "gmt": 0, "utc": 0, "z": 0, "est": -300, "edt": -240, "cst": -360, "cdt": -300, "mst": -420, "mdt": -360,
    "pst": -480, "pdt": -420,
  ]

  /// Reads a date; nil for a text of another form, and for a day or an hour that does not exist.
  static func read(_ text: String) -> WindowDate? {
    var words = text.lowercased().split(whereSeparator: \.isWhitespace)[...]
    if words.first?.last == "," { words.removeFirst() }
    guard words.count == 5, let day = number(words[words.startIndex], digits: 1...2),
      let month = months.firstIndex(of: String(words[words.startIndex + 1])).map({ $0 + 1 }),
      let year = number(words[words.startIndex + 2], digits: 4...4), year > 0,
      (1...max(1, CivilCalendar.days(inMonth: month, of: year))).contains(day),
      let time = time(words[words.startIndex + 3]), let offset = offset(words[words.startIndex + 4])
    else { return nil }
    let days = Int64(CivilCalendar.day(year: year, month: month, day: day))
    let seconds = days * 86_400 + Int64(time) - Int64(offset) * 60
    return WindowDate(Timestamp(milliseconds: seconds * 1000), text: text)
  }

  /// Seconds since midnight.
  private static func time(_ text: Substring) -> Int? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false).map { number($0, digits: 2...2) }
    guard (2...3).contains(parts.count), let hour = parts[0], let minute = parts[1], hour <= 23, minute <= 59 else {
      return nil
    }
    guard let second = parts.count == 3 ? parts[2] : 0, second <= 59 else { return nil }
    return (hour * 60 + minute) * 60 + second
  }

  /// Minutes east of Greenwich.
  private static func offset(_ text: Substring) -> Int? {
    if let minutes = zones[String(text)] { return minutes }
    guard let sign = text.first, sign == "+" || sign == "-", text.count == 5,
      let hours = number(text.dropFirst().prefix(2), digits: 2...2),
      let minutes = number(text.dropFirst(3), digits: 2...2), hours <= 23, minutes <= 59
    else { return nil }
    return (sign == "-" ? -1 : 1) * (hours * 60 + minutes)
  }

  private static func number(_ text: Substring, digits: ClosedRange<Int>) -> Int? {
    guard digits.contains(text.utf8.count), text.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
    return Int(text)
  }
}
