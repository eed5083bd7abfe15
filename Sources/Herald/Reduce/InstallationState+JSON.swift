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

/// Encodes many states as lines of JSON, and keeps the encoded properties of the devices that it met: a fleet has few
/// models, and their properties are most of a short life's state (bench row 3d).
package struct StateEncoder {
  private var properties = EncodedProfiles()

  package init() {}

  /// Appends the state's object, the same bytes as ``InstallationState/write(source:into:)``.
  package mutating func write(_ state: InstallationState, source: ExactString, into output: inout JSONWriter) {
    output.object {
      $0.member("source", source)
      // Moved into the writer of fields and back, so that nothing is copied.
      var writer = JSONStateWriter(output: $0, writesHidden: false, profiles: properties)
      ($0, properties) = (JSONWriter(), EncodedProfiles())
      state.write(to: &writer)
      ($0, properties) = (writer.output, writer.profiles ?? EncodedProfiles())
    }
  }
}

/// The properties of profiles as objects of texts, each encoded once.
private struct EncodedProfiles {
  /// Keeps the profile alive, so that its identifier stays its own.
  private var known: [ObjectIdentifier: (profile: Profile, text: [UInt8])] = [:]
  private static let capacity = 4096

  mutating func write(_ profile: Profile, into output: inout JSONWriter) {
    if known[ObjectIdentifier(profile)] == nil {
      if known.count >= Self.capacity { known.removeAll(keepingCapacity: true) }
      var text = JSONWriter()
      profile.write(into: &text)
      known[ObjectIdentifier(profile)] = (profile, text.bytes)
    }
    known[ObjectIdentifier(profile)]?.text.withBorrowedBytes { output.output.append($0) }
  }
}

extension JSONWriter {
  /// Appends the members that a part of a state has.
  ///
  /// - Parameter hidden: true to append the members that only a snapshot has.
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
  /// Nil where a state is written alone.
  var profiles: EncodedProfiles?

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
  mutating func properties(_ name: StaticString, _ value: Profile) {
    output.name(name)
    if profiles == nil { value.write(into: &output) } else { profiles?.write(value, into: &output) }
  }

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
