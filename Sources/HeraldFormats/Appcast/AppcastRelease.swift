import Herald

/// A release of a feed with its version, from which a rule is made: an item with one of its downloads.
struct AppcastRelease {
  let item: AppcastItem
  /// The download; nil for an item without one.
  let enclosure: AppcastItem.Enclosure?
  /// The version that sorts the releases, and that stands in the rule's id.
  let name: String
  let version: PublishedVersion?
  /// The version that people see; nil where the feed does not say.
  let short: PublishedVersion?
  let place: DocumentPlace

  /// The releases of an item, one for each download; none for an item without a version, such as a piece of news.
  static func releases(of item: AppcastItem, place: DocumentPlace) -> [AppcastRelease] {
    let enclosures: [AppcastItem.Enclosure?] = item.enclosures.isEmpty ? [nil] : item.enclosures.map { $0 }
    return enclosures.compactMap { AppcastRelease(item, $0, place: place) }
  }

  private init?(_ item: AppcastItem, _ enclosure: AppcastItem.Enclosure?, place: DocumentPlace) {
    let version = item[.version] ?? enclosure?[.version]
    let short = item[.shortVersion] ?? enclosure?[.shortVersion]
    guard let name = version ?? short else { return nil }
    self.item = item
    self.enclosure = enclosure
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

  /// The installed version that the release is compared with.
  ///
  /// Feeds of upgrader have no short version: their version is the one that people see, and phones have codes of their own.
  private var basis: InstalledBasis { version == nil ? .name : short == nil ? .nameOnPhones : .build }

  /// The condition on the installed version.
  var condition: VersionCondition {
    limits(.minimumUpdate).compactMap { PublishedVersion($0) }.reduce(newer) { .from($1, basis, $0) }
  }

  /// The condition that the release is newer than the installed version.
  private var newer: VersionCondition {
    switch (version, short) {
    case (let version?, let short?): .olderBuild(than: version, version: short)
    case (let version?, nil): .olderOn(basis, than: version)
    case (nil, let short?): .older(than: short, .compared)
    case (nil, nil): .never
    }
  }

  /// The installed versions for which the release is critical; nil for none.
  var critical: VersionCondition? {
    guard item.isCritical else { return nil }
    guard let bound = item.criticalBelow else { return VersionCondition.none }
    return PublishedVersion(bound).map { .olderOn(basis, than: $0) } ?? .never
  }

  /// The date of the release; nil where the feed does not say, or not in a form that can be read.
  var releasedAt: WindowDate? { item[.pubDate].flatMap { InternetDate.read($0) ?? WindowDate($0) } }

  /// The written length of a phase; of several the first.
  var length: String? { limits(.phases).first }

  /// The milliseconds between two phases; nil where they cannot be read, and 0 for no phases.
  private var interval: Int64? {
    guard let seconds = length, let number = DecimalNumber(json: seconds) else { return nil }
    return number.scaled(by: 1000, atMost: Int.max / 8).map { Int64($0) }
  }

  /// The shares of the seven equal phases.
  private static let steps = (1...7).map { ($0 * 20_000 + 7) / 14 }

  /// True if the feed names phases, and their beginning or their length cannot be read.
  var hasUnreadPhases: Bool { length != nil && interval != 0 && (interval == nil || releasedAt == nil) }

  /// The phases of the release: seven equal ones from its date on.
  ///
  /// Where their beginning or their length cannot be read the first one never ends: silence must not reach everybody.
  var phases: RolloutPhases? {
    guard length != nil, interval != 0 else { return nil }
    guard let interval, let releasedAt else {
      return RolloutPhases.lasting(Self.steps[0], from: releasedAt)
    }
    return RolloutPhases(startAt: releasedAt, steps: Self.steps, interval: interval)
  }

  /// The addresses to which the prompt leads, the best first.
  var urls: [String?] {
    let link = item[.link]
    let isOnlyTold = item.isInformational && item.informationalVersions.isEmpty
    guard let enclosure, !isOnlyTold else { return [link] }
    return [enclosure[.url], link]
  }

  /// The page for the installed versions to which the release is only announced.
  var page: Rule.Page? {
    let versions = item.informationalVersions.compactMap { PublishedVersion($0) }
    guard item.isInformational, !versions.isEmpty, let url = item[.link].flatMap({ Destination.read($0) }) else {
      return nil
    }
    return Rule.Page(url: url, versions: versions, basis: basis)
  }
}

/// The limits of a release: all that the item and its download write hold, wherever they stand.
extension AppcastRelease {
  /// What the item, and the attribute and the element of the download say; equal texts once.
  func limits(_ key: AppcastKey) -> [String] {
    var seen: Set<ExactString> = []
    return (item.limits(key) + (enclosure?.limits(key) ?? [])).filter {
      seen.insert(ExactString($0)).inserted
    }
  }

  var filters: [Filter] {
    bounds + systems + architectures
      + limits(.channel).map { Filter(property: "appcastChannel", listing: $0) } + unread
  }

  /// The versions of the system. No device meets a bound that cannot be read.
  private var bounds: [Filter] {
    let notAVersion = "which is not a version"
    return limits(.minimumSystem).map { bound in
      AppVersion(bound).map { Filter(property: .deviceOsVersion, atLeast: $0, bound) }
        ?? Filter(property: .deviceOsVersion, unread: "\(bound) or later", why: notAVersion)
    }
      + limits(.maximumSystem).map { bound in
        AppVersion(bound).map { Filter(property: .deviceOsVersion, atMost: $0, bound) }
          ?? Filter(property: .deviceOsVersion, unread: "\(bound) or earlier", why: notAVersion)
      }
  }

  /// Limits that cannot be read, which no device meets.
  private var unread: [Filter] {
    limits(.minimumUpdate).filter { PublishedVersion($0) == nil }.map {
      Filter(property: ExactString(AppcastKey.minimumUpdate.rawValue), unread: $0, why: "which is not a version")
    }
      + item.unknownLimits(enclosure).map {
        Filter(property: ExactString($0.shown), unread: "as the feed says", why: "which is not read")
      }
  }

  private var systems: [Filter] {
    limits(.os).map { SystemName($0) }.flatMap { name in
      [Filter(system: name.system)] + (name.architecture.map { [Filter(architectures: [$0])] } ?? [])
    }
  }

  private var architectures: [Filter] {
    (limits(.hardware) + limits(.cpu)).map { text in
      Filter(architectures: Self.words(text).map { SystemName.architecture($0) })
    }
  }

  /// The words of a list, apart by blanks or commas.
  static func words(_ text: String) -> [String] { text.split { $0.isWhitespace || $0 == "," }.map { String($0) } }
}
