import Herald

/// What an app tells of.
extension Installation {
  /// The app's process started: a check with trigger `launch` follows.
  ///
  /// Tell it before anything else in a process: until then a prompt that an ended process left counts as visible, and
  /// nothing else is shown.
  ///
  /// - Parameters:
  ///   - properties: what the device and the app say of themselves; the well-known names are `appPackageName`,
  ///     `appVersionName`, `appVersionCode`, `deviceOsName`, `deviceOsVersion`, `deviceModel`, `deviceIsTablet` and
  ///     `deviceLanguage`.
  ///   - user: who is signed in.
  @discardableResult
  public func launched(properties: [String: String], user: String? = nil) async -> CheckResult {
    let profile = Profile(properties.map { (name: ExactString($0.key), value: ExactString($0.value)) })
    onScreen = nil
    _ = record(.appLaunched(AppLaunched(profile: profile, user: user.map { ExactString($0) })))
    return await check(.launch)
  }

  /// The user came back to the app.
  ///
  /// - Parameter busy: whether the user is in the middle of something, such as a call: then nothing is shown.
  /// - Returns: the prompt that came up.
  @discardableResult
  public func foregrounded(busy: Bool = false) -> Showing? {
    show(record(.appForegrounded(AppForegrounded(isBusy: busy)))?.decision)
  }

  /// The user left the app.
  public func backgrounded() { _ = record(.appBackgrounded) }

  /// A push notice arrived. It's shown at its moment, never at once.
  public func received(_ push: Push) { _ = record { push.data(event: $0) } }

  /// The user begins a critical operation: may it go on?
  ///
  /// - Parameter operation: the app's own name for it, such as `placeOrder`.
  /// - Returns: ``Permission/blocked(_:)`` where a prompt that cannot be got past is on the screen;
  ///   ``Permission/proceed`` otherwise, also where the ledger cannot be written.
  public func attempt(_ operation: String) -> Permission {
    let step = record(.operationAttempted(OperationAttempted(operation: ExactString(operation))))
    if let showing = show(step?.decision) { return .blocked(showing.prompt) }
    if step?.decision?.reason == .alreadyVisible, let onScreen, onScreen.prompt.kind.isBlocking {
      return .blocked(onScreen.prompt)
    }
    return .proceed
  }
}
