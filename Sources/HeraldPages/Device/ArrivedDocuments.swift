import HeraldQuestions
import Herald

/// The documents that an installation fetched, in the order of their first arrival.
struct ArrivedDocuments {
  /// The most text on a page, in bytes; the page names the documents that it leaves out.
  static let limit = 2 << 20

  struct Arrival {
    let digest: ExactString
    let format: ExactString
    /// The revision of its first arrival.
    let first: Int
    var last: Int
    var arrivals = 0
    /// The result of its last arrival; nil where it came into force.
    var refusal: RefusalReason?
    var text: String?
  }
  private(set) var arrivals: [Arrival] = []

  mutating func note(_ event: Event, after state: InstallationState) {
    guard case .fetchSucceeded(let fetch) = event.data, fetch.status == 200, let digest = fetch.digest else { return }
    let index =
      arrivals.firstIndex { $0.digest == digest && $0.format == fetch.format }
      ?? {
        arrivals.append(
          Arrival(digest: digest, format: fetch.format, first: event.revision, last: event.revision))
        return arrivals.count - 1
      }()
    arrivals[index].last = event.revision
    arrivals[index].arrivals += 1
    arrivals[index].refusal = state.refused?.reason
    arrivals[index].text = fetch.document ?? arrivals[index].text
  }

  /// Adds the texts that no event of this installation contains, because a log has each document only once.
  mutating func complete(_ text: (ExactString) throws -> String?) rethrows {
    for index in arrivals.indices where arrivals[index].text == nil {
      arrivals[index].text = try text(arrivals[index].digest)
    }
  }
}
