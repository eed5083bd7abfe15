/// Finds known names that resemble a misspelt one.
package enum Spelling {
  private static let mostChanges = 2

  /// The nearest known name with at most two letters added, removed or changed, in any case; nil without one. Of several
  /// the first in alphabetical order.
  package static func nearest(to name: String, among known: Set<String>) -> String? {
    // Names of documents may be as long as these.
    guard name.utf8.count < 1024 else { return nil }
    let letters = Array(name.lowercased().unicodeScalars)
    var nearest: (key: String, distance: Int)?
    for key in known {
      let others = Array(key.lowercased().unicodeScalars)
      guard let distance = editDistance(letters, others, atMost: nearest?.distance ?? mostChanges) else { continue }
      if let best = nearest, best.distance == distance, best.key < key { continue }
      nearest = (key, distance)
    }
    return nearest?.key
  }

  /// The number of letters to add, remove or change to make one name of another, in any case; nil above two.
  package static func changes(from name: String, to other: String) -> Int? {
    guard name.utf8.count < 1024 else { return nil }
    return editDistance(
      Array(name.lowercased().unicodeScalars), Array(other.lowercased().unicodeScalars), atMost: mostChanges)
  }

  /// Levenshtein's distance: the number of letters to add, remove or change; nil above a limit.
  private static func editDistance(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar], atMost most: Int) -> Int? {
    guard a.count < 64, b.count < 64, abs(a.count - b.count) <= most else { return nil }
    var row = Array(0...b.count)
    for i in a.indices {
      var diagonal = row[0]
      row[0] = i + 1
      var least = i + 1
      for j in b.indices {
        let changed = diagonal + (a[i] == b[j] ? 0 : 1)
        diagonal = row[j + 1]
        row[j + 1] = min(changed, row[j] + 1, row[j + 1] + 1)
        least = min(least, row[j + 1])
      }
      // No row has a smaller minimum than the one before it.
      if least > most { return nil }
    }
    return row[b.count] <= most ? row[b.count] : nil
  }
}
