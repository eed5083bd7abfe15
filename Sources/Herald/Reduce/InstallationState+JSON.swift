/// A state as one line of JSON, for `herald replay --states --format json` and for expectations.
extension InstallationState {
  /// Appends the state's object. Absent values are `null`, and times are in UTC to the millisecond.
  package func write(source: ExactString, into output: inout JSONWriter) {
    output.object {
      $0.member("source", source)
      $0.fields(of: self, hidden: false)
    }
  }
}

extension JSONWriter {
  /// Appends the members that a part of a state has.
  ///
  /// - Parameter hidden: whether to append the members that only a snapshot has.
  @inline(__always)
  mutating func fields(of object: some StateWritable, hidden: Bool) {
    // Moved into the writer of fields and back, so that the bytes are not copied.
    var writer = JSONStateWriter(output: self, writesHidden: hidden)
    self = JSONWriter()
    object.write(to: &writer)
    self = writer.output
  }
}

/// Writes the fields of a state as members of an object.
private struct JSONStateWriter: StateWriter {
  var output: JSONWriter
  let writesHidden: Bool

  @inline(__always)
  mutating func number(_ name: StaticString, _ value: Int?) { output.member(name, value) }
  @inline(__always)
  mutating func text(_ name: StaticString, _ value: ExactString?, _ privacy: FieldPrivacy) {
    output.member(name, value)
  }
  @inline(__always)
  mutating func word<Word: RawRepresentable<String>>(_ name: StaticString, _ value: Word?) {
    output.member(name, word: value)
  }
  @inline(__always)
  mutating func time(_ name: StaticString, _ value: Timestamp?) { output.member(name, value) }
  @inline(__always)
  mutating func times(_ name: StaticString, _ values: [Timestamp]) {
    output.member(name, values) { $0.time($1) }
  }

  @inline(__always)
  mutating func properties(_ name: StaticString, _ value: Profile) { output.member(name) { value.write(into: &$0) } }

  mutating func draws(_ name: StaticString, _ value: Draws?) {
    if let value { output.member(name) { value.write(into: &$0) } }
  }

  mutating func trust(_ name: StaticString, _ value: Trust?) {
    if let value { output.member(name) { value.write(into: &$0) } }
  }

  mutating func records(_ name: StaticString, _ value: ShowingRecords) {
    output.name(name)
    output.beginObject()
    for entry in value.entries {
      output.name(text: entry.rule)
      output.beginObject()
      entry.record.write(to: &self)
      output.endObject()
    }
    output.endObject()
  }

  @inline(__always)
  mutating func object<Object: StateWritable>(_ name: StaticString, _ value: Object?) {
    output.name(name)
    guard let value else { return output.null() }
    output.beginObject()
    value.write(to: &self)
    output.endObject()
  }

  mutating func list<Object: StateWritable>(_ name: StaticString, _ values: [Object]) {
    let hidden = writesHidden
    output.member(name, values) { output, value in
      output.object { $0.fields(of: value, hidden: hidden) }
    }
  }

  @inline(__always)
  mutating func hidden<Object: StateWritable>(_ name: StaticString, _ value: Object) {
    if writesHidden { object(name, value) }
  }
}

extension Profile {
  /// Appends the properties as an object of texts.
  package func write(into output: inout JSONWriter) {
    output.object {
      for property in properties {
        $0.name(text: property.name)
        $0.string(property.value)
      }
    }
  }
}
