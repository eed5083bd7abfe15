/// A difference between the outcome of a case and its expectation, and the readers that find it.
package struct Disagreement: Sendable, CustomStringConvertible {
  package let difference: LineDifference
  /// The readers whose outcome differs so.
  package let readers: [FieldLog.Reader]
  /// True if other readers of the comparison have another outcome. Then Herald has a bug, whatever was expected.
  package let isOfSomeReaders: Bool

  /// The difference as sentences: one for each value that differs, after the names of the readers if not all find it.
  package var sentences: [String] {
    let names = isOfSomeReaders ? readers.map(\.rawValue).joined(separator: ", ") + ": " : ""
    return difference.sentences.map { names + $0 }
  }

  /// The sentences, each on its line.
  package var description: String { sentences.joined(separator: "\n") }

  /// The differences of all readers, each listed once.
  static func all(_ found: [(reader: FieldLog.Reader, differences: [LineDifference])]) -> [Disagreement] {
    var order: [[String]] = []
    var readers: [[String]: (difference: LineDifference, readers: [FieldLog.Reader])] = [:]
    for (reader, differences) in found {
      for difference in differences {
        let key = difference.sentences
        if readers[key] == nil { order.append(key) }
        readers[key, default: (difference, [])].readers.append(reader)
      }
    }
    return order.compactMap { readers[$0] }.map {
      Disagreement(
        difference: $0.difference, readers: $0.readers, isOfSomeReaders: $0.readers.count < found.count)
    }
  }
}
