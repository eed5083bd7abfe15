/// An event in words.
package struct EventWords {
  package let title: String
  package let detail: String

  package init(_ event: Event, in state: InstallationState) {
    switch event.data {
    case .appLaunched(let launch):
      title = "app launched"
      detail = Self.device(launch.profile) + (launch.user.map { ", user \($0)" } ?? "")
    case .appForegrounded(let foreground):
      title = "came back"
      detail = foreground.isBusy ? "busy" : ""
    case .appBackgrounded: (title, detail) = ("left", "")
    case .fetchSucceeded(let fetch):
      title = "fetched (\(fetch.trigger.rawValue))"
      detail = Self.answer(fetch, state)
    case .fetchFailed(let fetch):
      title = "fetch failed (\(fetch.trigger.rawValue))"
      detail = fetch.reason.string + (fetch.status.map { " \($0)" } ?? "")
    case .promptShown(let showing):
      title = "prompt shown"
      detail = "\(showing.rule), \(showing.kind.rawValue)" + (showing.language.map { ", \($0)" } ?? "")
    case .buttonChosen(let answer):
      title = "button chosen"
      detail = answer.button.string
    case .pushReceived(let push):
      title = "push received"
      let words = ([push.kind] + [push.targetVersion, push.url].compactMap { $0 }).map(\.string)
      detail = (words + [state.latch?.event == event.id ? "latched" : "ignored"]).joined(separator: ", ")
    case .operationAttempted(let attempt):
      title = "operation"
      detail = attempt.operation.string
    case .unknown:
      (title, detail) = ("unknown event", "\(event.type) version \(event.dataVersion): kept, without effect")
    }
  }

  private static func device(_ profile: Profile) -> String {
    let names: [ExactString] = [
      .appPackageName, .appVersionName, .appVersionCode, .deviceOsName, .deviceOsVersion, .deviceModel, .deviceLanguage,
    ]
    return names.compactMap { profile[$0]?.string }.joined(separator: " ")
  }

  private static func answer(_ fetch: FetchSucceeded, _ state: InstallationState) -> String {
    guard let digest = fetch.digest else { return "304, the last document still holds" }
    let name = "200, \(fetch.format) \(digest.shortDigest)"
    if let refused = state.refused, refused.digest == digest { return "\(name) refused: \(refused.reason.rawValue)" }
    return name + (state.policy?.revision.map { ", revision \($0)" } ?? "")
  }
}

extension ExactString {
  /// The beginning of a digest, enough to tell documents of one log apart.
  package var shortDigest: String { String(string.dropFirst(7).prefix(12)) }
}
