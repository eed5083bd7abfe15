import Herald

/// One item of a feed, as the feed writes it.
struct AppcastItem {
  /// The offset of the item in the document, in bytes.
  let offset: Int
  /// The texts of each element of the item, in the feed's order.
  private(set) var texts: [XMLName: [Text]] = [:]
  /// The item's downloads.
  private(set) var enclosures: [Enclosure] = []
  /// True if the item says that it is critical.
  private(set) var isCritical = false
  /// The version below which it is critical; nil for all.
  private(set) var criticalBelow: String?
  /// True if the update is only announced, and not downloaded.
  private(set) var isInformational = false
  /// The installed versions to which it is only announced; empty for all.
  private(set) var informationalVersions: [String] = []

  /// The spellings of Sparkle's names in the item, by the folded name.
  private var spellings: [String: String] = [:]

  /// The namespace of Sparkle's own names.
  static let sparkle = "http://www.andymatuschak.org/xml-namespaces/sparkle"

  /// The text of an element, and its language; nil where neither the element nor one around it names it.
  struct Text {
    let text: String
    let language: String?
  }

  /// A download: its attributes, and the texts of the elements inside.
  struct Enclosure {
    let attributes: [XMLName: String]
    fileprivate(set) var texts: [XMLName: String] = [:]

    subscript(key: AppcastKey) -> String? {
      AppcastItem.unblank(attributes[key.name]) ?? AppcastItem.unblank(texts[key.name])
    }

    /// The texts of a limit, as attributes and as elements inside, in any namespace.
    func limits(_ key: AppcastKey) -> [String] {
      AppcastItem.values(of: key, in: attributes) + AppcastItem.values(of: key, in: texts)
    }
  }

  init(offset: Int) { self.offset = offset }

  /// The trimmed text of an element, the first of its name; nil where it is missing or blank.
  subscript(key: AppcastKey) -> String? { Self.unblank(texts[key.name]?.first?.text) }

  fileprivate static func unblank(_ text: String?) -> String? {
    text.flatMap { $0.isBlank ? nil : $0.trimmed }
  }

  /// The texts of a limit's elements in the item, the first of each namespace.
  func limits(_ key: AppcastKey) -> [String] { Self.values(of: key, in: texts.compactMapValues { $0.first?.text }) }

  /// The values under a limit's name, Sparkle's own first, then those in other namespaces.
  fileprivate static func values(of key: AppcastKey, in values: [XMLName: String]) -> [String] {
    let name = key.name
    let others = values.keys.filter { key.isLimit && $0.local == name.local && $0.namespace != name.namespace }
    return ([name] + others.sorted { $0.namespace < $1.namespace }).compactMap { unblank(values[$0]) }
  }

  /// Sparkle's names in the item and its downloads that nobody reads, in order.
  var unknownNames: [UnknownName] {
    names(in: enclosures)
  }

  /// The unknown names of the item and one of its downloads that may restrict the release, in order.
  func unknownLimits(_ enclosure: Enclosure?) -> [UnknownName] {
    names(in: [enclosure].compactMap(\.self)).filter(\.mayRestrict)
  }

  private func names(in enclosures: [Enclosure]) -> [UnknownName] {
    let names = Set(texts.keys).union(enclosures.flatMap { Array($0.attributes.keys) + Array($0.texts.keys) })
    return names.filter { $0.namespace == Self.sparkle }.map(\.local)
      .filter { !AppcastKey.sparkleNames.contains($0) && !AppcastKey.namesOfInstallers.contains($0) }.sorted()
      .map { UnknownName(folded: $0, written: spellings[$0] ?? $0) }
  }

  /// Keeps how a feed writes Sparkle's names; of two spellings the first counts.
  mutating func noteSpellings(_ names: some Sequence<XMLName>) {
    for name in names where name.namespace == Self.sparkle && spellings[name.folded.local] == nil {
      spellings[name.folded.local] = name.local
    }
  }

  /// Takes the beginning of an element inside the item.
  ///
  /// - Parameter path: the names from the item's child to the element.
  mutating func begin(_ path: [XMLName], _ attributes: [XMLName: String]) {
    guard let name = path.last else { return }
    let isChild = path.count == 1
    if isChild, name == AppcastKey.enclosure.name { enclosures.append(Enclosure(attributes: attributes)) }
    let isTag = path.count == 2 && path[0] == AppcastKey.tags.name
    if isChild || isTag, name == AppcastKey.critical.name {
      isCritical = true
      // In another namespace it is a limit all the same: for all versions would be the more urgent reading.
      let others = attributes.filter { $0.key.local == AppcastKey.version.name.local }
      let bound = attributes[AppcastKey.version.name] ?? others.min { $0.key.namespace < $1.key.namespace }?.value
      criticalBelow = criticalBelow ?? Self.unblank(bound)
    }
    if isChild, name == AppcastKey.informational.name { isInformational = true }
  }

  /// Takes the whole text of an element inside the item, when the element ends.
  mutating func end(_ path: [XMLName], text: String, language: String?) {
    if path.count == 1 { texts[path[0], default: []].append(Text(text: text, language: language)) }
    if path.count == 2, path[0] == AppcastKey.enclosure.name, let last = enclosures.indices.last,
      enclosures[last].texts[path[1]] == nil
    {
      enclosures[last].texts[path[1]] = text
    }
    if path.count == 2, path[0] == AppcastKey.informational.name, path[1].local == AppcastKey.version.name.local,
      let version = Self.unblank(text)
    {
      informationalVersions.append(version)
    }
  }
}
