/// The words of an error or a finding: the fault, its cause and its remedy.
///
/// The place is not here, because each holder knows it in another form: a line and a column, a pointer, a header.
package struct Finding: Hashable, Sendable {
  /// The fault, in one sentence with the input in backticks.
  package var what: String
  /// The reason why it is wrong, as a clause.
  package var why: String
  /// The remedy, as a clause.
  package var fix: String

  package init(_ what: String, why: String, fix: String) {
    self.what = what
    self.why = why
    self.fix = fix
  }
}

extension Finding {
  /// Appends the members `what`, `why` and `fix`.
  ///
  /// - Parameters:
  ///   - what: the name of the first one, where a standard has its own.
  ///   - place: writes the members of the place, which stand between the fault and its cause.
  package func write(
    into output: inout JSONWriter, what name: StaticString = "what", place: (inout JSONWriter) -> Void = { _ in }
  ) {
    output.member(name, what)
    place(&output)
    output.member("why", why)
    output.member("fix", fix)
  }

  /// Reads the members of an object.
  ///
  /// - Parameters:
  ///   - what: the name of the first one, where a standard has its own.
  ///   - unsaid: the words for what the object leaves out.
  package init(_ object: JSONNode, what name: String = "what", unsaid: Finding) {
    what = object[name: name]?.string ?? unsaid.what
    why = object[name: "why"]?.string ?? unsaid.why
    fix = object[name: "fix"]?.string ?? unsaid.fix
  }
}
