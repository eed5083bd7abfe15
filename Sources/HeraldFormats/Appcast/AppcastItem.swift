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

    /// What the attribute and the element inside say, each where it is there.
    func all(_ key: AppcastKey) -> [String] {
      [attributes[key.name], texts[key.name]].compactMap { AppcastItem.unblank($0) }
    }
  }

  init(offset: Int) { self.offset = offset }

  /// The trimmed text of an element, the first of its name; nil where it is missing or blank.
  subscript(key: AppcastKey) -> String? { Self.unblank(texts[key.name]?.first?.text) }

  fileprivate static func unblank(_ text: String?) -> String? {
    text.flatMap { $0.isBlank ? nil : $0.trimmed }
  }

  /// Sparkle's names in the item and its downloads that nobody reads, folded, in order.
  var unknownNames: [String] {
    let names = Set(texts.keys).union(enclosures.flatMap { Array($0.attributes.keys) + Array($0.texts.keys) })
    return names.filter { $0.namespace == Self.sparkle }.map(\.local)
      .filter { !AppcastKey.sparkleNames.contains($0) && !AppcastKey.namesOfInstallers.contains($0) }.sorted()
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
      criticalBelow = criticalBelow ?? Self.unblank(attributes[AppcastKey.version.name])
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
    if path == [AppcastKey.informational, .version].map(\.name), let version = Self.unblank(text) {
      informationalVersions.append(version)
    }
  }
}
