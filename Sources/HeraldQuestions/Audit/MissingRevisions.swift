import Herald

/// The revisions of a stream that a log lacks. The state behind them is not known.
///
/// Revisions that were forgotten are not missing where the state behind them was kept.
package struct MissingRevisions: Hashable, Sendable {
  /// The missing revisions, in their order.
  package private(set) var ranges: [ClosedRange<Int>] = []

  /// Begins with none.
  package init() {}

  /// True if the log lacks none.
  package var isEmpty: Bool { ranges.isEmpty }

  /// Notes the revisions between two events of a stream; noting them again changes nothing.
  ///
  /// - Parameter previous: the revision of the state before the event.
  mutating func note(before revision: Int, after previous: Int) {
    guard revision > previous + 1, ranges.last?.upperBound ?? 0 < revision - 1 else { return }
    ranges.append(previous + 1...revision - 1)
  }

  private var isOne: Bool { ranges.count == 1 && ranges[0].count == 1 }

  /// The last missing revisions, such as `revisions 3 to 5, 9`.
  var list: String {
    let last = ranges.suffix(3).map {
      $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound) to \($0.upperBound)"
    }
    let others = ranges.count > last.count ? " and others before" : ""
    return "\(isOne ? "revision" : "revisions") \(last.joined(separator: ", "))\(others)"
  }

  /// The missing revisions as the end of a sentence, such as `revision 29 is missing`.
  package var words: String { "\(list) \(isOne ? "is" : "are") missing" }

  /// Appends `"missing":[{"from":…,"to":…}]`; nothing where none is missing.
  func write(into output: inout JSONWriter) {
    guard !isEmpty else { return }
    output.member("missing", ranges) { output, range in
      output.object {
        $0.member("from", range.lowerBound)
        $0.member("to", range.upperBound)
      }
    }
  }
}
