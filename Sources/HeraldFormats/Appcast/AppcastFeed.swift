import Herald

/// The items of a feed, in its order. Names are read in any case, because feeds write `minimumsystemversion` too.
struct AppcastFeed {
  private(set) var items: [AppcastItem] = []
  /// True if the document is RSS with a channel.
  private(set) var isFeed = false
  /// The language of the channel, by RSS's own element; nil where it names none.
  private(set) var language: String?
  /// The first of Sparkle's names that an item has in another namespace.
  private(set) var foreign: Foreign?
  /// The names of the open elements, from the root.
  private var path: [XMLName] = []
  /// The languages of the open elements, each where it or one around it names it.
  private var languages: [String?] = []
  /// The texts of the open elements of an item, the item's child first.
  private var texts: [String] = []

  /// Sparkle's limits that stand in another namespace: the first of each name in an item. The limits hold there too.
  private(set) var foreignLimits: [Foreign] = []

  /// A name of Sparkle's in another namespace, and the offset of its item.
  struct Foreign {
    let name: XMLName
    let offset: Int
  }

  private static let channel = [XMLName("rss"), XMLName("channel")]
  private static let item = channel + [XMLName("item")]
  private static let languageOfChannel = channel + [XMLName("language")]
  private static let xmlLanguage = XMLName("lang", in: "http://www.w3.org/XML/1998/namespace")

  init(_ text: String) throws(XMLFault) {
    var scanner = XMLScanner(text)
    var feed = Self()
    try scanner.read { feed.take($0) }
    self = feed
  }

  private init() {}

  private mutating func take(_ event: XMLEvent) {
    switch event {
    case .start(let name, let attributes, let offset): begin(name, attributes, offset)
    case .text(let text):
      if !texts.isEmpty { texts[texts.count - 1] += text }
      if path == Self.languageOfChannel, !text.isBlank { language = (language ?? "") + text.trimmed }
    case .end: end()
    }
  }

  /// The attributes under their folded names; of equal names the first by its spelling counts.
  private static func folded(_ attributes: [XMLName: String]) -> [XMLName: String] {
    let sorted = attributes.sorted { $0.key.local.utf8.lexicographicallyPrecedes($1.key.local.utf8) }
    return Dictionary(sorted.map { ($0.key.folded, $0.value) }) { first, _ in first }
  }

  private var isInItem: Bool { path.count >= Self.item.count && path.prefix(Self.item.count).elementsEqual(Self.item) }

  private mutating func begin(_ written: XMLName, _ writtenAttributes: [XMLName: String], _ offset: Int) {
    let (name, attributes) = (written.folded, Self.folded(writtenAttributes))
    let wasInItem = isInItem
    path.append(name)
    let own = attributes[Self.xmlLanguage].flatMap { $0.isBlank ? nil : $0 }
    languages.append(own ?? languages.last ?? nil)
    if path == Self.channel { isFeed = true }
    if path == Self.item { items.append(AppcastItem(offset: offset)) }
    guard wasInItem, let last = items.indices.last else { return }
    texts.append("")
    let inner = Array(path.dropFirst(Self.item.count))
    let limits = Self.limits(inner, Array(attributes.keys))
    noteForeign(([name] + attributes.keys).filter { !limits.contains($0) }, items[last].offset)
    noteForeignLimits(limits, items[last].offset)
    items[last].noteSpellings([written] + writtenAttributes.keys.sorted { $0.local < $1.local })
    items[last].begin(inner, attributes)
  }

  private mutating func noteForeign(_ names: [XMLName], _ offset: Int) {
    guard foreign == nil else { return }
    let found = names.filter {
      $0.namespace != AppcastItem.sparkle && AppcastKey.sparkleNames.contains($0.local)
        && !AppcastKey.limitNames.contains($0.local)
    }
    foreign = found.min { ($0.namespace, $0.local) < ($1.namespace, $1.local) }
      .map { Foreign(name: $0, offset: offset) }
  }

  /// The names of an element and its attributes that limit a release where they stand: in an item, in its downloads, and
  /// the versions that an update is critical for, or told to.
  private static func limits(_ path: [XMLName], _ attributes: [XMLName]) -> [XMLName] {
    let isDownload = path.first == AppcastKey.enclosure.name
    let elements = path.count == 1 || path.count == 2 && isDownload ? path.suffix(1) : []
    let limits = (Array(elements) + (path.count == 1 && isDownload ? attributes : []))
      .filter { AppcastKey.limitNames.contains($0.local) }
    let versions =
      path.last == AppcastKey.critical.name
      ? attributes : path.count == 2 && path[0] == AppcastKey.informational.name ? path.suffix(1) : []
    return limits + versions.filter { $0.local == AppcastKey.version.name.local }
  }

  /// Notes limits in other namespaces.
  private mutating func noteForeignLimits(_ names: [XMLName], _ offset: Int) {
    for name in names.sorted(by: { ($0.namespace, $0.local) < ($1.namespace, $1.local) })
    where name.namespace != AppcastItem.sparkle && !foreignLimits.contains(where: { $0.name == name }) {
      foreignLimits.append(Foreign(name: name, offset: offset))
    }
  }

  private mutating func end() {
    if let text = texts.popLast(), let last = items.indices.last {
      items[last].end(Array(path.dropFirst(Self.item.count)), text: text, language: languages.last ?? nil)
      // The text of an element includes the texts of the elements inside.
      if !texts.isEmpty { texts[texts.count - 1] += text }
    }
    path.removeLast()
    languages.removeLast()
  }
}

extension XMLName {
  /// The same name with its ASCII letters in lower case.
  var folded: XMLName {
    let bytes = local.utf8.map { (65...90).contains($0) ? $0 + 32 : $0 }
    return XMLName(String(decoding: bytes, as: UTF8.self), in: namespace)
  }
}
