/// The members of an event's line that Herald doesn't read, each value as the JSON that it is written as.
package struct FurtherMembers: Sendable {
  package typealias Member = (name: String, json: String)
  /// Of the envelope.
  package var attributes: [Member] = []
  /// Of the data.
  package var data: [Member] = []

  package init() {}
}

/// An event as one line of a log, its attributes in the canonical order.
extension Event {
  /// The line without its newline. ``EventData`` does not keep data of an unknown type, which is written as `{}`.
  package var line: String { line(with: FurtherMembers()) }

  /// The line with members that Herald doesn't read, behind those that it does.
  package func line(with further: FurtherMembers) -> String {
    var output = JSONWriter()
    output.object {
      $0.member("specversion", "1.0")
      $0.member("id", id)
      $0.member("source", source)
      $0.member("type", type)
      $0.member("time", "\(time)")
      if revision > 0 { $0.member("revision", revision) }
      if dataVersion != 1 { $0.member("dataversion", dataVersion) }
      for member in further.attributes { $0.member(member) }
      $0.member("data") { $0.data(of: data, further.data) }
    }
    return output.string
  }
}

extension JSONWriter {
  fileprivate mutating func member(_ member: FurtherMembers.Member) {
    self.member(named: ExactString(member.name)) { $0.raw(json: member.json) }
  }

  /// Appends an event's data as its line has it, followed by members that the type does not name.
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
