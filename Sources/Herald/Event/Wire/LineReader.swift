/// Reads lines of a log, each a CloudEvents 1.0 JSON event, strictly and at speed.
///
/// It keeps what comes again (URLs, rule ids, profiles) so that a million events share it; it has no other memory.
package struct LineReader: Sendable {
  let schema: EventSchema
  var vocabulary = Interner()
  var profiles = ProfileCache()
  private var fields: [JSONField] = []

  package init(schema: EventSchema = .current) { self.schema = schema }

  /// Reads one line, its newline left out.
  package mutating func read(_ bytes: UnsafeBufferPointer<UInt8>) throws(WireFault) -> EventLine {
    var scanner = JSONScanner(bytes)
    fields.removeAll(keepingCapacity: true)
    let envelope: Envelope
    do throws(JSONFault) {
      envelope = try Self.envelope(&scanner, fields: &fields)
    } catch {
      if case .expected(.object) = error.problem { throw Self.noObject(bytes, at: error.offset) }
      throw WireFault(problem: .json(error), offset: error.offset)
    }
    return try line(envelope, scanner)
  }

  /// A line that is JSON, but no object.
  private static func noObject(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int) -> WireFault {
    var scanner = JSONScanner(bytes)
    do throws(JSONFault) {
      _ = try scanner.value()
      try scanner.end()
      return WireFault(problem: .notAnObject, offset: offset)
    } catch {
      return WireFault(problem: .json(error), offset: error.offset)
    }
  }

  /// Finds the attributes, and the fields of `data`, in one pass over the line.
  @inline(__always)
  private static func envelope(
    _ scanner: inout JSONScanner, fields: inout [JSONField]
  ) throws(JSONFault) -> Envelope {
    var envelope = Envelope()
    try scanner.members(depth: 1) { (name, scanner) throws(JSONFault) in
      scanner.skipBlanks()
      if scanner.matches(name, "data"), scanner.peek == UInt8(ascii: "{") {
        let start = scanner.index
        try scanner.members(depth: 2) { (name, scanner) throws(JSONFault) in
          fields.append(JSONField(name: name, value: try scanner.value(depth: 2)))
        }
        envelope.data = JSONToken(kind: .object, start: start, end: scanner.index)
        return
      }
      let value = try scanner.value(depth: 1)
      guard value.kind != .null else { return }
      switch name.count {
      case 2 where scanner.matches(name, "id"): envelope.id = value
      case 4 where scanner.matches(name, "type"): envelope.type = value
      case 4 where scanner.matches(name, "time"): envelope.time = value
      case 6 where scanner.matches(name, "source"): envelope.source = value
      case 8 where scanner.matches(name, "revision"): envelope.revision = value
      default: assignRare(name, value, scanner, &envelope)
      }
    }
    try scanner.end()
    return envelope
  }

  /// Attributes that most lines lack, names with escapes, and everything that is unknown.
  private static func assignRare(
    _ name: NameToken, _ value: JSONToken, _ scanner: JSONScanner, _ envelope: inout Envelope
  ) {
    switch scanner.text(of: name) {
    case "specversion": envelope.specversion = value
    case "id": envelope.id = value
    case "type": envelope.type = value
    case "time": envelope.time = value
    case "source": envelope.source = value
    case "revision": envelope.revision = value
    case "dataversion": envelope.dataversion = value
    case "datacontenttype": envelope.datacontenttype = value
    case "data": envelope.data = value
    default: break
    }
  }

  private mutating func line(_ envelope: Envelope, _ scanner: JSONScanner) throws(WireFault) -> EventLine {
    let attributes = Attributes(scanner: scanner)
    try attributes.specVersion(envelope.specversion)
    try attributes.contentType(envelope.datacontenttype)
    let id = try attributes.nonEmptyText(envelope.id, "id")
    let source = try attributes.nonEmptyText(envelope.source, "source")
    let type = try attributes.nonEmptyText(envelope.type, "type")
    let time = try attributes.time(envelope.time)
    let revision = try attributes.revision(envelope.revision)
    let dataVersion = try attributes.dataVersion(envelope.dataversion)
    if let data = envelope.data, data.kind != .object {
      throw attributes.wrongType("data", data, expected: "an object")
    }
    let data = try eventData(
      type: attributes.eventType(type), version: dataVersion, id: id, at: envelope.data, scanner: scanner)
    return EventLine(
      id: id, source: source, type: type, time: time, revision: revision, dataVersion: dataVersion, data: data)
  }

  private mutating func eventData(
    type: EventType?, version: Int, id: JSONToken, at place: JSONToken?, scanner: JSONScanner
  ) throws(WireFault) -> EventData {
    guard let type, version <= schema.version(of: type) else { return .unknown }
    if version < schema.version(of: type) {
      return try upcast(type, from: version, id: id, at: place, scanner: scanner)
    }
    do throws(FieldFault) {
      var reader = JSONFields(line: self, fields: fields, id: id, scanner: scanner)
      swap(&vocabulary, &reader.vocabulary)
      swap(&profiles, &reader.profiles)
      defer {
        swap(&vocabulary, &reader.vocabulary)
        swap(&profiles, &reader.profiles)
      }
      return try EventData(type, from: &reader)
    } catch {
      throw WireFault(problem: .field(type: type, error), offset: error.offset ?? place?.start ?? 0)
    }
  }

  /// Brings data of an older shape up to the current one and reads that; the line itself never changes.
  private func upcast(
    _ type: EventType, from version: Int, id: JSONToken, at place: JSONToken?, scanner: JSONScanner
  ) throws(WireFault) -> EventData {
    let offset = place?.start ?? 0
    let text = place.map { scanner.text(of: JSONToken(kind: .object, start: $0.start, end: $0.end)) } ?? "{}"
    let current: String
    do {
      current = try schema.upcast(text, of: type, from: version)
    } catch {
      throw WireFault(problem: .upcast(type: type, from: version, reason: "\(error)"), offset: offset)
    }
    var reader = LineReader(schema: schema.withoutUpcasting)
    let envelope = #"{"specversion":"1.0","id":\#(quoted(scanner.text(of: id))),"source":"-","type":"\#(type.rawValue)","#
    var line = envelope + #""time":"1970-01-01T00:00:00Z","dataversion":\#(schema.version(of: type)),"data":\#(current)}"#
    do throws(WireFault) {
      let result: Result<EventData, WireFault> = line.withUTF8 { bytes in
        do throws(WireFault) { return .success(try reader.read(bytes).data) } catch { return .failure(error) }
      }
      return try result.get()
    } catch {
      throw WireFault(problem: error.problem, offset: offset)
    }
  }

  private func quoted(_ text: String) -> String {
    var writer = JSONWriter()
    writer.string(text)
    return writer.string
  }
}
