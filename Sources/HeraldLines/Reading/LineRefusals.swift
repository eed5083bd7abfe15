import Herald

/// The lines of one installation that were refused, each with the last revision before it.
///
/// A server keeps them beside its ledgers. A log in lines has them where bad lines are left out.
package struct LineRefusals: Sendable {
  /// The last revision before each line, 0 before the first event.
  private var places: [Int] = []
  /// The last revision before each line whose id or revision another event has, and the number of such lines.
  private var forkPlaces: [(revision: Int, count: Int)] = []

  /// No line.
  package init() {}

  /// Adds a line.
  package mutating func appendLine(after revision: Int) { places.append(revision) }

  /// Adds forks at one place. A server counts them in one row, however often a phone sends the same.
  package mutating func appendFork(after revision: Int, count: Int = 1) {
    if let last = forkPlaces.last, last.revision == revision {
      forkPlaces[forkPlaces.count - 1].count += count
    } else {
      forkPlaces.append((revision, count))
    }
  }

  /// The number of lines before the event behind a revision.
  package func lines(upTo revision: Int) -> Int { places.count { $0 <= revision } }

  /// The number of forks before the event behind a revision.
  package func forks(upTo revision: Int) -> Int {
    forkPlaces.reduce(0) { $0 + ($1.revision <= revision ? $1.count : 0) }
  }
}

extension LogReader {
  /// Notes a line that is left out, where its source can be read.
  ///
  /// - Parameters:
  ///   - line: the line.
  ///   - refusal: the reason for which an event was refused; nil for a line that is not an event.
  func recordRefusal(_ line: BorrowedBytes, _ refusal: EventRefusal?) throws {
    guard recordsRefusals, let root = try? JSONNode.read(String(decoding: line, as: UTF8.self)).node,
      let text = root[name: "source"]?.string, !text.isEmpty
    else { return }
    let source = ExactString(text)
    let number = try source.withBytes { try admission.stream(of: $0, hash: LineHashes(source: $0).source) }
    let revision = admission.streams[number].head
    refusals[source, default: LineRefusals()].appendLine(after: revision)
    if refusal?.isFork == true { refusals[source]?.appendFork(after: revision) }
  }
}

extension EventRefusal {
  /// True if another event has the event's id or its revision.
  fileprivate var isFork: Bool { [.idTaken, .revisionNotAscending, .forked].contains(code) }
}
