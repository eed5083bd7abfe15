/// Snapshots of states, from which folding continues. They may be deleted at any time, because they only save time.
extension InstallationState {
  /// The version of snapshots; older ones are ignored. Raise it whenever a field changes its meaning, or documents are
  /// read in another way. Snapshots that lack a field are ignored anyway.
  private static let snapshotVersion = 6

  /// The state as one JSON object. Reading it with the same documents returns an equal state.
  package var snapshot: String {
    var output = JSONWriter()
    output.object {
      $0.member("snapshot", Self.snapshotVersion)
      $0.member("state") { $0.object { $0.fields(of: self, hidden: true) } }
    }
    return output.string
  }

  /// Reads a snapshot.
  ///
  /// - Parameters:
  ///   - text: the text of ``snapshot``.
  ///   - policy: finds and reads the document in force.
  /// - Returns: nil where the text is not a snapshot, or its policy cannot be found. The caller then folds from the
  ///   start.
  package init?(snapshot text: String, policy: (Policy.Name) throws -> Policy?) rethrows {
    guard let root = try? JSONNode.read(text).node, let state = root[name: "state"] else { return nil }
    let head = SnapshotReader(node: root, isLenient: false)
    guard (try? head.number("snapshot")) == Self.snapshotVersion else { return nil }
    try self.init(state, isLenient: false, policy: policy)
  }

  /// Reads the state after events that were forgotten. No fold can make it again, so a field that an older Herald did not
  /// write has the value that it has in a new installation.
  ///
  /// - Returns: nil where the text is not a snapshot, or its policy cannot be found.
  package init?(anchor text: String, policy: (Policy.Name) throws -> Policy?) rethrows {
    guard let root = try? JSONNode.read(text).node, let state = root[name: "state"] else { return nil }
    try self.init(state, isLenient: true, policy: policy)
  }

  private init?(_ state: JSONNode, isLenient: Bool, policy: (Policy.Name) throws -> Policy?) rethrows {
    var reader = SnapshotReader(node: state, isLenient: isLenient)
    guard let read = try? InstallationState(from: &reader) else { return nil }
    self = read
    guard state[name: "policy"]?.isNull == false else { return }
    guard let reference: PolicyReference = try? reader.object("policy"), let found = try policy(reference.name)
    else { return nil }
    self.policy = reference.signature == nil ? found : found.signed(reference.signature)
  }
}

/// Reads the fields of a state from the JSON of a snapshot.
private struct SnapshotReader: StateReader {
  let node: JSONNode
  /// True if an absent field has the value that it has in a new installation.
  let isLenient: Bool

  /// The value with a name; nil where it is `null`. Throws where it is absent, because another Herald wrote the
  /// snapshot, unless the reader is lenient.
  private func value(_ name: StaticString) throws(StateFault) -> JSONNode? {
    // The subscript cannot distinguish `null` from an absent member.
    let wanted = ExactString(name.description)
    guard let value = node.members?.first(where: { ExactString($0.name) == wanted })?.node else {
      if isLenient { return nil }
      throw StateFault(name)
    }
    return value.isNull ? nil : value
  }

  private func required<Value>(_ value: Value?, _ name: StaticString) throws(StateFault) -> Value {
    guard let value else { throw StateFault(name) }
    return value
  }

  func number(_ name: StaticString) throws(StateFault) -> Int {
    try required(try optionalNumber(name) ?? (isLenient ? 0 : nil), name)
  }

  func optionalNumber(_ name: StaticString) throws(StateFault) -> Int? {
    guard let value = try value(name) else { return nil }
    guard case .number(let text) = value.value, let number = Int(text) else { throw StateFault(name) }
    return number
  }

  func text(_ name: StaticString) throws(StateFault) -> ExactString { try required(try optionalText(name), name) }

  func optionalText(_ name: StaticString) throws(StateFault) -> ExactString? {
    guard let value = try value(name) else { return nil }
    return ExactString(try required(value.string, name))
  }

  func word<Word: RawRepresentable<String> & CaseIterable>(_ name: StaticString) throws(StateFault) -> Word {
    try required(Word(rawValue: try text(name).string), name)
  }

  func optionalTime(_ name: StaticString) throws(StateFault) -> Timestamp? {
    guard let text = try optionalText(name) else { return nil }
    return try required(DeviceTime(rfc3339: text.string)?.moment, name)
  }

  func times(_ name: StaticString) throws(StateFault) -> [Timestamp] {
    guard case .array(let elements) = try value(name)?.value ?? absent(.array([])) else { throw StateFault(name) }
    var times: [Timestamp] = []
    for element in elements {
      times.append(try required(element.string.flatMap { DeviceTime(rfc3339: $0)?.moment }, name))
    }
    return times
  }

  func properties(_ name: StaticString) throws(StateFault) -> Profile {
    let members = try required(try value(name)?.members ?? absent([]), name)
    if members.isEmpty { return .empty }
    var properties: [(name: ExactString, value: ExactString)] = []
    for member in members {
      properties.append((ExactString(member.name), ExactString(try required(member.node.string, name))))
    }
    return Profile(properties)
  }

  private func json(_ name: StaticString) -> ExactString? {
    guard let value = node[name: name.description] else { return nil }
    var output = JSONWriter()
    CanonicalJSON.write(value, into: &output)
    return ExactString(output.string)
  }

  func draws(_ name: StaticString) throws(StateFault) -> Draws? {
    guard let json = json(name) else { return nil }
    return try required(Draws(json: json), name)
  }

  func trust(_ name: StaticString) throws(StateFault) -> Trust? {
    guard let json = json(name) else { return nil }
    return Trust(stateJSON: json)
  }

  func records(_ name: StaticString) throws(StateFault) -> ShowingRecords {
    var entries: [ShowingRecords.Entry] = []
    for member in try required(try value(name)?.members ?? absent([]), name) {
      var reader = SnapshotReader(node: member.node, isLenient: isLenient)
      entries.append(ShowingRecords.Entry(rule: ExactString(member.name), record: try ShowingRecord(from: &reader)))
    }
    return ShowingRecords(entries)
  }

  func object<Object: StateReadable>(_ name: StaticString) throws(StateFault) -> Object {
    if let object: Object = try optionalObject(name) { return object }
    var empty = SnapshotReader(node: .object([]), isLenient: isLenient)
    return try required(isLenient ? try Object(from: &empty) : nil, name)
  }

  func optionalObject<Object: StateReadable>(_ name: StaticString) throws(StateFault) -> Object? {
    guard let value = try value(name) else { return nil }
    var reader = SnapshotReader(node: value, isLenient: isLenient)
    return try Object(from: &reader)
  }

  /// The value that a lenient reader takes in place of an absent value.
  private func absent<Value>(_ value: Value) -> Value? { isLenient ? value : nil }

  func list<Object: StateReadable>(_ name: StaticString) throws(StateFault) -> [Object] {
    guard case .array(let elements) = try value(name)?.value ?? absent(.array([])) else { throw StateFault(name) }
    var objects: [Object] = []
    for element in elements {
      var reader = SnapshotReader(node: element, isLenient: isLenient)
      objects.append(try Object(from: &reader))
    }
    return objects
  }

  func hidden<Object: StateReadable>(_ name: StaticString) throws(StateFault) -> Object { try object(name) }
}
