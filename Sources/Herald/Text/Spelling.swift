/// Finds known names that resemble a misspelt one.
package enum Spelling {
  /// The nearest known name with at most two letters added, removed or changed, in any case; nil without one.
  package static func nearest(to name: String, among known: Set<String>) -> String? {
    // Names of documents may be as long as these.
    guard name.utf8.count < 1024 else { return nil }
    let name = name.lowercased()
    let nearest = known.sorted().map { (key: $0, distance: editDistance(name, $0.lowercased())) }
      .min { $0.distance < $1.distance }
    guard let nearest, nearest.distance <= 2 else { return nil }
    return nearest.key
  }

  /// Levenshtein's distance: the number of letters to add, remove or change.
  private static func editDistance(_ left: String, _ right: String) -> Int {
    let (a, b) = (Array(left.unicodeScalars), Array(right.unicodeScalars))
    guard a.count < 64, b.count < 64 else { return .max }
    var row = Array(0...b.count)
    for i in a.indices {
      var diagonal = row[0]
      row[0] = i + 1
      for j in b.indices {
        let changed = diagonal + (a[i] == b[j] ? 0 : 1)
        diagonal = row[j + 1]
        row[j + 1] = min(changed, row[j] + 1, row[j + 1] + 1)
      }
    }
    return row[b.count]
  }
}
