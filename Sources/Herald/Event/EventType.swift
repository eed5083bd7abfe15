/// The types of event that Herald knows; any other is kept, shown and exported, and changes nothing.
///
/// To add one: a case here, its data in `Event/Types`, and what the compiler then asks for (``EventData``, the
/// reducer).
public enum EventType: String, Hashable, Sendable, CaseIterable {
  case appLaunched = "app.launched"
  case appForegrounded = "app.foregrounded"
  case appBackgrounded = "app.backgrounded"
  case fetchSucceeded = "fetch.succeeded"
  case fetchFailed = "fetch.failed"
  case promptShown = "prompt.shown"
  case buttonChosen = "button.chosen"
  case pushReceived = "push.received"
  case operationAttempted = "operation.attempted"
}

/// What made a fetch happen.
public enum FetchTrigger: String, Hashable, Sendable, CaseIterable {
  case launch, login, schedule, heartbeat, manual
}

/// What a fetch says of the user that is signed in.
public enum UserChange: Hashable, Sendable {
  /// Nothing.
  case unchanged
  case signedOut
  case signedIn(ExactString)
}
