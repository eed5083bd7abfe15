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
