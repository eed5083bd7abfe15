/// The members of an event's line that Herald doesn't read, each with its value as JSON text.
package struct FurtherMembers: Sendable {
  package typealias Member = (name: String, json: String)
  /// Members of the envelope.
  package var attributes: [Member] = []
  /// Members of the data.
  package var data: [Member] = []
  /// All data of an event of an unknown type; nil where it has none, or it is left out.
  package var unknownData: String?

  package init() {}
}

/// An event as one line of a log, its attributes in the canonical order.
extension Event {
  /// The line without its newline, and without data of an unknown type, because ``EventData`` does not keep it.
  package var line: String { line(with: FurtherMembers()) }

  /// The line with members that Herald doesn't read, after the members that it does.
  package func line(with further: FurtherMembers) -> String {
    var output = JSONWriter()
    output.object {
      $0.member("specversion", "1.0")
      $0.member("id", id)
      $0.member("source", source)
      $0.member("type", type)
      if !time.isMissing { $0.member("time", "\(time)") }
      if revision > 0 { $0.member("revision", revision) }
      if dataVersion != 1 { $0.member("dataversion", dataVersion) }
      for member in further.attributes { $0.member(member) }
      // Directly before the data, where ``CanonicalHead`` expects it.
      if let salt { $0.member("salt", salt) }
      if data.type != nil {
        $0.member("data") { $0.data(of: data, further.data) }
      } else if let unknown = further.unknownData {
        $0.member("data") { $0.raw(json: unknown) }
      }
    }
    return output.string
  }
}

extension JSONWriter {
  fileprivate mutating func member(_ member: FurtherMembers.Member) {
    self.member(named: ExactString(member.name)) { $0.raw(json: member.json) }
  }

  /// Appends an event's data as in its line, followed by members that the type does not have.
  package mutating func data(of event: EventData, _ further: [FurtherMembers.Member] = []) {
    object { output in
      // Moved into the visitor and back, so that the bytes are not copied.
      var fields = JSONFieldWriter(output: output)
      output = JSONWriter()
      _ = event.accept(&fields)
      output = fields.output
      for member in further { output.member(member) }
    }
  }
}
