/// A name with its namespace, without the prefix that stands for it.
struct XMLName: Hashable {
  /// The namespace's URI; empty for none.
  let namespace: String
  let local: String

  init(_ local: String, in namespace: String = "") {
    self.namespace = namespace
    self.local = local
  }
}

/// A piece of an XML document, in the document's order.
enum XMLEvent {
  /// An element begins, with its attributes in the document's order.
  case start(XMLName, attributes: [XMLName: String], offset: Int)
  /// Characters of the innermost open element; one text may come in several pieces.
  case text(String)
  case end
}
