/// The information about the user or the app that a text of an event or a state may reveal. Redaction treats the text
/// accordingly.
///
/// A new kind of name is a case of ``NameKind``, and a new list of words stands at its field. Only a new treatment is
/// also written in the redaction.
package enum FieldPrivacy: Sendable {
  /// It reveals nothing, and stays.
  case plain
  /// A name that is unique in the log; it becomes a pseudonym.
  case name(NameKind)
  /// A name that is unique within its installation only; it becomes a pseudonym.
  case localName(NameKind)
  /// A word that reveals nothing if it is in this list, and may be anything otherwise.
  case word(among: @Sendable () -> [ExactString])
  /// The name of a format, a word too. The modules above know the formats.
  case format
  /// The value of one of the device's properties, treated as the property is.
  case property(ExactString)
  /// A URL, whose host, path and query may identify somebody.
  case address
  /// The text of a signature file, which anybody between server and device may replace.
  case signature
  /// A rule's id.
  case rule
  /// The id of a rule's variant; it stays where a document of the log has it.
  case variant
  /// A language tag.
  case language
  /// A version that a push asks for.
  case version
  /// The app's name for a critical action.
  case operation
}

/// The kind of a name. The same text has different pseudonyms as different kinds, and a pseudonym begins with its kind.
package enum NameKind: String, Sendable, CaseIterable {
  case installation, user, event, prompt, rule, operation, path, address, entityTag = "etag"
  case version, word, type
}
