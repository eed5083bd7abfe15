import Herald

/// The objects of a document's reference in which a key stands, seen from an object that lacks it.
struct KeyHomes {
  private let objects: [ObjectReference]
  /// The objects that an object's keys contain, and the objects that contain it, by name.
  private let neighbors: [String: [String]]
  private let names: Set<String>

  init(in document: ObjectReference) {
    objects = document.all
    names = Set(objects.flatMap { $0.keys.map(\.name) })
    var neighbors: [String: [String]] = [:]
    for object in objects {
      for inner in object.contained {
        neighbors[object.id, default: []].append(inner.id)
        neighbors[inner.id, default: []].append(object.id)
      }
    }
    self.neighbors = neighbors
  }

  /// A key, and the nearest objects that have it.
  struct Home {
    let name: String
    let objects: [ObjectReference]

    /// Their places, such as `in an update or in a message`.
    var words: String {
      let places = objects.map(\.placeWords)
      return (places.prefix(2) + (places.count > 2 ? ["elsewhere"] : [])).joined(separator: " or ")
    }
  }

  /// The nearest objects that have a key of a name, in any case and with hyphens and underscores or without.
  ///
  /// - Parameters:
  ///   - id: the name of the object in which the key was found.
  ///   - node: the key's value, which the key has to allow by its kind; nil for any value.
  func home(of name: String, from id: String, for node: JSONNode?) -> Home? {
    let wanted = Self.plain(name)
    var seen: Set<String> = [id]
    var level = [id]
    while !level.isEmpty {
      level = level.flatMap { neighbors[$0] ?? [] }.filter { seen.insert($0).inserted }
      let found = objects.filter { level.contains($0.id) }.compactMap { object -> (String, ObjectReference)? in
        object.keys.first { Self.plain($0.name) == wanted && node.map($0.shape.mayBe) ?? true }.map {
          ($0.name, object)
        }
      }
      if let first = found.first { return Home(name: first.0, objects: found.map(\.1)) }
    }
    return nil
  }

  /// The nearest objects that have a key whose name is nearer than any key of the object itself; nil without one.
  ///
  /// - Parameter own: the key of the object itself that is nearest; nil without one.
  func misspelt(_ name: String, ratherThan own: String?, from id: String, for node: JSONNode) -> Home? {
    guard name.utf8.count >= 5,
      let nearest = Spelling.nearest(to: name, among: names), nearest != own,
      let changes = Spelling.changes(from: name, to: nearest),
      own.flatMap({ Spelling.changes(from: name, to: $0) }).map({ changes < $0 }) ?? true
    else { return nil }
    return home(of: nearest, from: id, for: node)
  }

  private static func plain(_ name: String) -> String {
    String(String.UnicodeScalarView(name.lowercased().unicodeScalars.filter { $0 != "-" && $0 != "_" }))
  }
}

extension ObjectReference {
  fileprivate var contained: [ObjectReference] {
    let others: [KeyReference] = if case .named(let key) = otherKeys { [key] } else { [] }
    return (keys + others).flatMap(\.shape.objects)
  }

  /// The place of the object's keys, such as `in an update` and `at the root`.
  fileprivate var placeWords: String {
    if path.isEmpty { return "at the root" }
    if path == "\(plural)[]", !path.contains(".") { return "in \(name)" }
    let isElement = path.hasSuffix("[]")
    return isElement ? "in an element of `\(path.dropLast(2))`" : "in `\(path)`"
  }
}

extension ValueShape {
  /// True if a value is of a kind that the shape allows; whether it can be read is another question.
  fileprivate func mayBe(_ node: JSONNode) -> Bool {
    switch self {
    case .object: node.members != nil
    case .list: if case .array = node.value { true } else { false }
    case .either(let shapes, _): shapes.contains { $0.mayBe(node) }
    case .lenient(let shape): shape.mayBe(node) || node.string != nil
    case .orNull(let shape, _): shape.mayBe(node) || node.isNull
    case .text, .form, .words, .numbers, .boolean, .integer, .anyNumber, .number, .positive:
      if case .array = node.value { false } else { node.members == nil }
    case .anything: true
    }
  }
}
