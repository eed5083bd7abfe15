import Herald

/// The documents that an installation's fetches brought, in the order in which they came first.
struct ArrivedDocuments {
  /// How much text a page carries at most, in bytes; what is beyond it is named and left out.
  static let limit = 2 << 20

  struct Arrival {
    let digest: ExactString
    let format: ExactString
    /// The revision at which it came first.
    let first: Int
    var last: Int
    var arrivals = 0
    /// Nil where it came into force when it last arrived.
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

  /// Adds texts that no event of this installation brought.
  mutating func complete(_ text: (ExactString) throws -> String?) rethrows {
    for index in arrivals.indices where arrivals[index].text == nil {
      arrivals[index].text = try text(arrivals[index].digest)
    }
  }
}
