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

  /// The version by which releases are compared; nil where the feed's version is none.
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
