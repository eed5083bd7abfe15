package import Herald

/// A problem document (RFC 9457) with the parts of every error of Herald.
package struct ProblemDocument: Hashable, Sendable {
  /// The URI of the kind of problem; Herald's own are `urn:herald:problem:` and a code.
  package var type: String
  /// The meaning of the kind; nil where another program left it out.
  package var title: String?
  /// The status of the answer; nil where another program left it out.
  package var status: Int?
  /// The part of the request that it is about, such as a header; nil for the whole.
  package var place: String?
  /// The words; nil where another program gives no detail.
  package var finding: Finding?

  package init(type: String, title: String? = nil, status: Int? = nil, place: String? = nil, finding: Finding? = nil) {
    self.type = type
    self.title = title
    self.status = status
    self.place = place
    self.finding = finding
  }

  /// The URI of one of Herald's own problems.
  package static func type(of code: String) -> String { "urn:herald:problem:\(code)" }

  /// The last part of the type, such as `wrongToken`.
  package var code: String { type.split(separator: ":").last.map(String.init) ?? "" }

  /// True if the stream of the request belongs to another sender.
  package var isNotOwner: Bool { code == UploadReply.Reason.notOwner.name }
}

extension ProblemDocument {
  /// Reads the members of an object; nil where its type names nothing.
  ///
  /// - Parameter unsaid: the words for what the document leaves out.
  package init?(_ object: JSONNode, unsaid: Finding) {
    guard let type = object[name: "type"]?.string else { return nil }
    self.init(
      type: type, title: object[name: "title"]?.string, status: object[name: "status"]?.wholeNumber,
      place: object[name: "where"]?.string,
      finding: object[name: "detail"]?.string.map { _ in Finding(object, what: "detail", unsaid: unsaid) })
    if code.isEmpty { return nil }
  }

  /// Appends the members.
  package func write(into output: inout JSONWriter) {
    output.member("type", type)
    if let title { output.member("title", title) }
    if let status { output.member("status", status) }
    let writePlace = { (output: inout JSONWriter) in
      if let place { output.member("where", place) }
    }
    if let finding { finding.write(into: &output, what: "detail", place: writePlace) } else { writePlace(&output) }
  }
}
