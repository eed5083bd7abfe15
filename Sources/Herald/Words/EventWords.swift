/// An event in words.
package struct EventWords {
  /// The event in a few words.
  package let title: String
  /// The event's details and its effect on the state; empty where it has none.
  package let detail: String

  /// - Parameters:
  ///   - before: the state before the event.
  ///   - state: the state after the event.
  package init(_ event: Event, from before: InstallationState, to state: InstallationState) {
    guard let words = event.data.words else {
      title = "unknown event"
      detail = "\(event.type) version \(event.dataVersion): kept, without effect"
      return
    }
    title = words.title
    let ignored = IgnoredEvent(event.data, in: before).map { ", ignored: \($0.words(event.data, in: before))" }
    switch event.data {
    case .fetchSucceeded(let fetch): detail = words.detail + Self.outcome(of: fetch, state)
    case .pushReceived: detail = words.detail + (ignored ?? ", asks for an update until it is installed")
    case .buttonChosen: detail = words.detail + (ignored ?? "")
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
