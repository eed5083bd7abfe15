/// The text of a JSON object in an event, in one form for equal objects.
enum JSONObjectText {
  /// The object without white space and with its names sorted; nil where the text is not one JSON object.
  ///
  /// It is RFC 8785's form, but for numbers, which stay as they are written.
  static func canonical(_ text: String) -> ExactString? {
    guard let node = try? JSONNode.read(text).node, node.members != nil else { return nil }
    var output = JSONWriter()
    CanonicalJSON.write(node, numbersAsWritten: true, into: &output)
    return ExactString(output.string)
  }
}
