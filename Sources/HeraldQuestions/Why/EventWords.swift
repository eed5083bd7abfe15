package import Herald

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
    let ignored = IgnoredEvent(event.data, in: before).map { "ignored: \($0.words(event.data, in: before))" }
    let told: String
    switch event.data {
    case .fetchSucceeded(let fetch): told = words.detail + Self.outcome(of: fetch, state)
    case .pushReceived(let push):
      // The effect before the address, which is long and says little.
      let addressed = push.user.map { " for `\($0.string.shown)`" } ?? ""
      let effect = ignored ?? "asks for an update until it is installed, also while another user is signed in"
      let target = [push.targetVersion, push.url].compactMap { $0?.string }.filter { !$0.isBlank }
      told = "\(push.kind.string)\(addressed), \(effect)" + target.map { " · \($0)" }.joined()
    // The words of the other types are complete, but for an answer that came too late.
    default: told = words.detail + (ignored.map { ", \($0)" } ?? "")
    }
    detail = [told, Self.signedIn(event.data, from: before, to: state)].filter { !$0.isEmpty }.joined(separator: ", ")
  }

  /// The signed-in user after a fetch, in words; empty for other events, and where the user stays the same.
  private static func signedIn(_ data: EventData, from before: InstallationState, to state: InstallationState) -> String
  {
    switch data {
    case .fetchSucceeded, .fetchFailed: if before.user == state.user { return "" }
    default: return ""
    }
    return state.user.map { "`\($0.string.shown)` is signed in" } ?? "nobody is signed in any longer"
  }

  private static func outcome(of fetch: FetchSucceeded, _ state: InstallationState) -> String {
    guard let digest = fetch.digest else { return "" }
    if let refused = state.refused, refused.digest == digest { return " refused: \(refused.reason.rawValue)" }
    return state.policy?.revision.map { ", policy revision \($0)" } ?? ""
  }
}
