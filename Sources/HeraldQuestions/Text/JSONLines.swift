package import Herald
package import HeraldLog

extension JSONWriter {
  /// Appends a line of JSON Lines: one object.
  package mutating func line(_ members: (inout JSONWriter) throws -> Void) rethrows {
    try object(members)
    raw("\n")
  }

  /// Appends the first members of a line about an event: its source, its revision, and its time in UTC.
  package mutating func moment(of source: ExactString, revision: Int, time: DeviceTime) {
    member("source", source)
    member("revision", revision)
    member("time", time.moment)
  }

  /// Appends a member with the value that the closure writes, or `null`.
  package mutating func member<Value>(
    _ name: StaticString, optional value: Value?, _ write: (inout JSONWriter, Value) throws -> Void
  ) rethrows {
    try member(name) { output in
      if let value { try write(&output, value) } else { output.null() }
    }
  }
}

extension JSONWriter {
  /// Appends the end of a stream, which `herald audit --head` compares with.
  package mutating func head(_ head: StreamHead) {
    object {
      $0.member("source", head.source)
      $0.member("revision", head.revision)
      $0.member("chain", head.chain)
    }
  }
}
