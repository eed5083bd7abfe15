package import Herald

/// Reads one kind of published document into a policy.
package protocol Format: Sendable {
  /// The names that events use for the format; the first is the usual one.
  static var names: [String] { get }
  /// True if a rule's destination may be the address that the document was fetched from.
  static var leadsToItsURL: Bool { get }
  /// Returns true if a document looks like one of this format, whatever the event calls it.
  static func recognizes(_ outline: DocumentOutline) -> Bool
  /// True if an app may configure house rules for the document's rules.
  static var takesHouseRules: Bool { get }
  /// The most bytes of a document that are read.
  static var sizeLimit: Int { get }
  /// The format's keys, for people and editors.
  static var reference: FormatReference { get }
  /// Reads a document of at most ``sizeLimit`` bytes.
  static func read(_ document: Document) -> ReadDocument
}

extension Format {
  package static var leadsToItsURL: Bool { false }
  package static var takesHouseRules: Bool { true }
  package static var sizeLimit: Int { Document.sizeLimit }
}
