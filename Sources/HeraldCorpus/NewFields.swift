import Herald

/// The fields that an expectation may lack, because they are newer than its file.
///
/// An expectation names what must follow, and not all that is there. It agrees with a field that it lacks where the field
/// is null, or where no line of that kind in its file has the field. So a new field of the state changes no file, and a
/// field that the file knows must still be there.
struct NewFields {
  private var known: Set<FieldPlace> = []

  /// - Parameter lines: all lines of the expectation.
  init(missingIn lines: [JSONNode]) {
    for line in lines { record(line, at: FieldPlace(line)) }
  }

  private mutating func record(_ node: JSONNode, at place: FieldPlace) {
    known.insert(place)
    for member in node.members ?? [] { record(member.node, at: place.member(member.name)) }
    if case .array(let elements) = node.value {
      for element in elements { record(element, at: place.element) }
    }
  }

  /// An expected line with the fields that it may lack, as the actual line has them.
  ///
  /// - Parameter added: receives the places of these fields.
  func completed(_ expected: JSONNode, from actual: JSONNode, added: inout Set<FieldPlace>) -> JSONNode {
    completed(expected, from: actual, at: FieldPlace(expected), added: &added)
  }

  private func completed(
    _ expected: JSONNode, from actual: JSONNode, at place: FieldPlace, added: inout Set<FieldPlace>
  ) -> JSONNode {
    switch (expected.value, actual.value) {
    case (.object(let members), .object(let others)):
      let found = Dictionary(others.map { (ExactString($0.name), $0.node) }) { first, _ in first }
      var result = members.map { member in
        let node = found[ExactString(member.name)].map {
          completed(member.node, from: $0, at: place.member(member.name), added: &added)
        }
        return JSONMember(name: member.name, node: node ?? member.node)
      }
      let names = Set(members.map { ExactString($0.name) })
      for other in others where !names.contains(ExactString(other.name)) {
        let member = place.member(other.name)
        guard !place.isNamedByData, other.node.isNull || !known.contains(member) else { continue }
        added.insert(member)
        result.append(other)
      }
      return JSONNode(.object(result), place: expected.place)
    case (.array(let elements), .array(let others)) where elements.count == others.count:
      let result = zip(elements, others).map { completed($0, from: $1, at: place.element, added: &added) }
      return JSONNode(.array(result), place: expected.place)
    case (.null, _), (.bool, _), (.number, _), (.string, _), (.array, _), (.object, _): return expected
    }
  }
}
