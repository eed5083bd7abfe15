import Herald
import HeraldFormats

/// Counts the arrivals of documents, over any number of installations.
package struct DocumentTallies {
  private struct Key: Hashable {
    let digest: ExactString
    let format: ExactString
  }
  private var keys: [Key] = []
  private var tallies: [DocumentRow.Tally] = []
  private var places: [Key: Int] = [:]

  /// Counts a fetch that brought a document.
  ///
  /// - Parameters:
  ///   - state: after the fetch.
  ///   - isCounted: false for a fetch of an earlier update, which was counted then.
  mutating func record(
    _ fetch: FetchSucceeded, at time: Timestamp, in state: InstallationState, marks: inout InstallationMarks,
    isCounted: Bool
  ) {
    guard fetch.status == 200, let digest = fetch.digest else { return }
    let place = place(of: Key(digest: digest, format: fetch.format), at: time)
    let isNew = marks.isNew(document: place)
    guard isCounted else { return }
    tallies[place].first = min(tallies[place].first, time)
    tallies[place].last = max(tallies[place].last, time)
    tallies[place].arrivals += 1
    // After a 200, `refused` is either nil or about the document that it brought.
    if state.refused == nil { tallies[place].accepted += 1 } else { tallies[place].refused += 1 }
    if isNew { tallies[place].installations += 1 }
  }

  private mutating func place(of key: Key, at time: Timestamp) -> Int {
    if let last = keys.indices.last, keys[last] == key { return last }
    if let place = places[key] { return place }
    places[key] = keys.count
    keys.append(key)
    tallies.append(DocumentRow.Tally(first: time, last: time))
    return keys.count - 1
  }

  /// Adds the counts of other installations.
  static func += (left: inout Self, right: Self) {
    for (key, tally) in zip(right.keys, right.tallies) { left.tallies[left.place(of: key, at: tally.first)] += tally }
  }

  /// The rows by digest, then by format.
  ///
  /// - Parameter body: finds a document.
  func eachRow(body: (ExactString) throws -> String?, _ send: (DocumentRow) throws -> Void) throws {
    let order = keys.indices.sorted {
      keys[$0].digest == keys[$1].digest ? keys[$0].format < keys[$1].format : keys[$0].digest < keys[$1].digest
    }
    // One that only earlier updates counted has its row, and reading a large policy again takes long.
    for place in order where tallies[place].arrivals > 0 {
      try send(row(keys[place], tallies[place], body: try body(keys[place].digest)))
    }
  }

  private func row(_ key: Key, _ tally: DocumentRow.Tally, body: String?) -> DocumentRow {
    // Any address will do: a rule without an address of its own is readable if its fetch names a store page.
    let page: ExactString = "https://store.invalid/"
    let read = body.map {
      Formats.read(Document(text: $0, digest: key.digest, format: key.format, url: page, storeURL: page))
    }
    return DocumentRow(
      digest: key.digest, format: key.format, body: body, reading: read?.reading, leftOut: read?.leftOut, tally: tally)
  }
}
