/// An event in words.
package struct EventWords {
  /// The event in a few words.
  package let title: String
  /// The event's details and its effect on the state; empty where it has none.
  package let detail: String

  /// - Parameter state: the state after the event.
  package init(_ event: Event, in state: InstallationState) {
    guard let words = event.data.words else {
      title = "unknown event"
      detail = "\(event.type) version \(event.dataVersion): kept, without effect"
      return
    }
    title = words.title
    switch event.data {
    case .fetchSucceeded(let fetch): detail = words.detail + Self.outcome(of: fetch, state)
    case .pushReceived: detail = words.detail + (state.latch?.event == event.id ? ", latched" : ", ignored")
    // The words of the other types are complete.
    default: detail = words.detail
    }
  }

  private static func outcome(of fetch: FetchSucceeded, _ state: InstallationState) -> String {
    guard let digest = fetch.digest else { return "" }
    if let refused = state.refused, refused.digest == digest { return " refused: \(refused.reason.rawValue)" }
    return state.policy?.revision.map { ", revision \($0)" } ?? ""
  }
}
