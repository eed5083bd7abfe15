/// The forms of a page: each that changes something carries a hidden field that binds it to the session.
enum OwnForms {
  /// The beginning of every form of a template that changes something. A test holds templates to it.
  static let beginning = "<form method=\"post\""

  /// The hidden field of a form that changes something.
  static func field(_ session: ShownSession) -> String {
    "<input type=\"hidden\" name=\"\(PostedForm.proof)\" value=\"\(session.formProof)\">"
  }

  /// The page's HTML with the field in each form. Texts of events cannot bring a form, since they are escaped.
  static func marked(_ html: String, for session: ShownSession?) -> String {
    guard let session else { return html }
    let field = Self.field(session)
    var result = ""
    var rest = Substring(html)
    while let form = rest.firstRange(of: beginning),
      let end = rest[form.upperBound...].firstIndex(of: ">").map({ rest.index(after: $0) })
    {
      result += rest[..<end] + field
      rest = rest[end...]
    }
    return result + rest
  }
}
