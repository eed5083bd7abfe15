package import Herald

extension EventData {
  package static func launched(_ properties: [String: String], user: ExactString? = nil) -> EventData {
    .appLaunched(AppLaunched(profile: Profile(properties), user: user))
  }

  package static func foregrounded(busy: Bool = false) -> EventData { .appForegrounded(AppForegrounded(isBusy: busy)) }

  package static func failed(_ trigger: FetchTrigger = .launch, user: UserChange = .unchanged) -> EventData {
    .fetchFailed(FetchFailed(trigger: trigger, url: "https://example.com/policy", reason: "offline", user: user))
  }

  package static func shown(_ prompt: ExactString, rule: ExactString, kind: PromptKind = .optional) -> EventData {
    .promptShown(PromptShown(prompt: prompt, rule: rule, kind: kind))
  }

  package static func chosen(_ button: ExactString, of prompt: ExactString) -> EventData {
    .buttonChosen(ButtonChosen(prompt: prompt, button: button))
  }

  package static func pushed(
    _ event: ExactString = "push-1", kind: ExactString = "forceUpdate", url: ExactString? = "https://example.com/app",
    targetVersion: ExactString? = nil, user: ExactString? = nil
  ) -> EventData {
    .pushReceived(PushReceived(event: event, kind: kind, url: url, targetVersion: targetVersion, user: user))
  }

  package static var attempted: EventData { .operationAttempted(OperationAttempted(operation: "placeOrder")) }
}

extension Profile {
  package convenience init(_ properties: [String: String]) {
    self.init(properties.map { (name: ExactString($0.key), value: ExactString($0.value)) })
  }
}
