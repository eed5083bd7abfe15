import Herald

/// Finds the members of an event's line that Herald doesn't read, which may contain anything.
enum UnknownMembers {
  /// The unknown members of a line that was read as an event. Members that are `null` count as missing.
  static func of(_ line: [UInt8], readAs type: EventType?) -> FurtherMembers {
    var further = FurtherMembers()
    // The line was read before, so it is JSON.
    guard let envelope = try? JSONNode.read(String(decoding: line, as: UTF8.self)).node.members else { return further }
    for member in envelope {
      if member.name == "data", type == nil {
        further.unknownData = member.node.isNull ? nil : String(decoding: line[member.node.place], as: UTF8.self)
      } else if member.name == "data" {
        further.data = unknown(member.node.members ?? [], in: line, known: type.flatMap { fieldNames[$0] } ?? [])
      }
    }
    // Data of an unknown type may be of any kind, which this attribute names.
    let names = type == nil ? attributeNames.subtracting(["datacontenttype"]) : attributeNames
    further.attributes = unknown(envelope, in: line, known: names)
    return further
  }

  private static func unknown(
    _ members: [JSONMember], in line: [UInt8], known: Set<ExactString>
  ) -> [FurtherMembers.Member] {
    members.filter { !$0.node.isNull && !known.contains(ExactString($0.name)) }.map {
      ($0.name, String(decoding: line[$0.node.place], as: UTF8.self))
    }
  }

  private static let attributeNames: Set<ExactString> = [
    "specversion", "id", "source", "type", "time", "revision", "dataversion", "datacontenttype", "data", "salt",
  ]
  private static let fieldNames = Dictionary(
    uniqueKeysWithValues: EventType.allCases.map { ($0, Set($0.fieldNames.map { ExactString($0) })) })
}
