import Herald

/// The releases of a feed, in its order.
struct AppcastFeed {
  private(set) var items: [AppcastItem] = []
  /// True if the document is RSS with a channel.
  private(set) var isFeed = false
  /// The names of the open elements, from the root.
  private var path: [XMLName] = []
  /// The texts of the open elements of an item, the item's child first.
  private var texts: [String] = []

  private static let channel = [XMLName("rss"), XMLName("channel")]
  private static let item = channel + [XMLName("item")]

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
    case .text(let text): if !texts.isEmpty { texts[texts.count - 1] += text }
    case .end: end()
    }
  }

  private var isInItem: Bool { path.count >= Self.item.count && path.prefix(Self.item.count).elementsEqual(Self.item) }

  private mutating func begin(_ name: XMLName, _ attributes: [XMLName: String], _ offset: Int) {
    let wasInItem = isInItem
    path.append(name)
    if path == Self.channel { isFeed = true }
    if path == Self.item { items.append(AppcastItem(offset: offset)) }
    guard wasInItem, let last = items.indices.last else { return }
    texts.append("")
    items[last].begin(Array(path.dropFirst(Self.item.count)), attributes)
  }

  private mutating func end() {
    if let text = texts.popLast(), let last = items.indices.last {
      items[last].end(Array(path.dropFirst(Self.item.count)), text: text)
      // The text of an element includes the texts of the elements inside.
      if !texts.isEmpty { texts[texts.count - 1] += text }
    }
    path.removeLast()
  }
}

/// One release of a feed, as the feed writes it.
struct AppcastItem {
  /// The offset of the item in the document, in bytes.
  let offset: Int
  /// The first text of each element of the item.
  private(set) var texts: [XMLName: String] = [:]
  /// The attributes of the item's first enclosure; nil without one.
  private(set) var enclosure: [XMLName: String]?
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

  init(offset: Int) { self.offset = offset }

  /// The trimmed text of an element; nil where it is missing or blank.
  subscript(key: AppcastKey) -> String? { Self.unblank(texts[key.name]) }

  /// The text of an element, or else of the enclosure's attribute; nil where it is missing or blank.
  func orOfEnclosure(_ key: AppcastKey) -> String? { self[key] ?? Self.unblank(enclosure?[key.name]) }

  var enclosureURL: String? { enclosure?[AppcastKey.url.name] }

  private static func unblank(_ text: String?) -> String? { text.flatMap { $0.isBlank ? nil : $0.trimmed } }

  /// Takes the beginning of an element inside the item.
  ///
  /// - Parameter path: the names from the item's child to the element.
  mutating func begin(_ path: [XMLName], _ attributes: [XMLName: String]) {
    guard let name = path.last else { return }
    let isChild = path.count == 1
    if isChild, name == AppcastKey.enclosure.name, enclosure == nil { enclosure = attributes }
    let isTag = path.count == 2 && path[0] == AppcastKey.tags.name
    if isChild || isTag, name == AppcastKey.critical.name {
      isCritical = true
      criticalBelow = criticalBelow ?? Self.unblank(attributes[AppcastKey.version.name])
    }
    if isChild, name == AppcastKey.informational.name { isInformational = true }
  }

  /// Takes the whole text of an element inside the item, when the element ends.
  mutating func end(_ path: [XMLName], text: String) {
    if path.count == 1, texts[path[0]] == nil { texts[path[0]] = text }
    if path == [AppcastKey.informational, .version].map(\.name), let version = Self.unblank(text) {
      informationalVersions.append(version)
    }
  }
}
