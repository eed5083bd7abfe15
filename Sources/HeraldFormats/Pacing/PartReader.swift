import Herald

/// The innermost value that cannot be read, of a value with parts.
struct ValueFault: Error {
  let node: JSONNode
  /// The JSON pointer below the value that was read.
  let pointer: String
  /// The expected value in its place, such as `a number of hours above 0`.
  let expected: String

  /// The same fault, seen from a value that contains the value that was read.
  func below(_ pointer: String) -> ValueFault {
    ValueFault(node: node, pointer: pointer + self.pointer, expected: expected)
  }
}

/// Reads the keys of an object inside a document, by the shapes of their references.
struct PartReader<Key: DocumentKey> {
  let node: JSONNode

  /// - Parameter object: the kind of object that is expected.
  init(_ node: JSONNode, _ object: ObjectReference) throws(ValueFault) {
    guard node.members != nil else { throw ValueFault(node: node, pointer: "", expected: object.name) }
    self.node = node
  }

  /// The value of a key; nil where it is absent or `null`.
  func value<Value>(_ key: Key, _ read: (JSONNode) -> Value?) throws(ValueFault) -> Value? {
    guard let node = node[key] else { return nil }
    guard let value = read(node) else { throw fault(key, node) }
    return value
  }

  /// The value of a key that has parts itself.
  func part<Value>(
    _ key: Key, _ read: (JSONNode) throws(ValueFault) -> Value
  ) throws(ValueFault) -> Value? {
    guard let node = node[key] else { return nil }
    do throws(ValueFault) { return try read(node) } catch { throw error.below(key.pointer) }
  }

  /// The value of a key that must be there.
  func required<Value>(_ key: Key, _ read: (JSONNode) -> Value?) throws(ValueFault) -> Value {
    guard let value = try value(key, read) else { throw missing(key) }
    return value
  }

  /// The fault of an object that lacks a key.
  func missing(_ key: Key) -> ValueFault {
    ValueFault(
      node: node, pointer: "", expected: "an object with `\(key.rawValue)`, \(key.about.shape.name)")
  }

  private func fault(_ key: Key, _ node: JSONNode) -> ValueFault {
    ValueFault(node: node, pointer: key.pointer, expected: key.about.shape.name)
  }
}

extension JSONNode {
  /// The elements of an array, each read; a fault where this is none, has another number of them, or one cannot be read.
  ///
  /// - Parameter shape: of the array, with the number of its elements.
  func elements<Value>(
    of shape: ValueShape, _ read: (JSONNode) throws(ValueFault) -> Value
  ) throws(ValueFault) -> [Value] {
    guard case .array(let nodes) = value, case .list(_, _, let count) = shape, count.contains(nodes.count) else {
      throw ValueFault(node: self, pointer: "", expected: shape.name)
    }
    var values: [Value] = []
    for (index, node) in nodes.enumerated() {
      do throws(ValueFault) { values.append(try read(node)) } catch { throw error.below("/\(index)") }
    }
    return values
  }

  /// The value, read; a fault that expects a shape where it cannot be.
  func read<Value>(as shape: ValueShape, _ read: (JSONNode) -> Value?) throws(ValueFault) -> Value {
    guard let value = read(self) else { throw ValueFault(node: self, pointer: "", expected: shape.name) }
    return value
  }
}
