import Herald

/// The events of an app's life.
extension Installation {
  /// Records that the app's process started, and checks with trigger `launch`.
  ///
  /// Call it first in each process. Until then a prompt of an earlier process counts as visible, and nothing else is
  /// shown.
  ///
  /// - Parameters:
  ///   - properties: properties of the device and the app; the well-known names are `appPackageName`,
  ///     `appVersionName`, `appVersionCode`, `deviceOsName`, `deviceOsVersion`, `deviceModel`, `deviceIsTablet`,
  ///     `deviceLanguage` and `deviceArchitecture`.
  ///   - user: the user who is signed in; nil for nobody.
  ///
  /// A name that is probably misspelt is reported. The name and the version that the installation was made with are added
  /// where the properties lack them.
  @discardableResult
  public func launched(properties: [String: String], user: String? = nil) async -> CheckResult {
    let properties = properties.merging(app) { own, _ in own }
    let profile = Profile(properties.map { (name: ExactString($0.key), value: ExactString($0.value)) })
    reportMisspelt(properties)
    onScreen = nil
    takeNewName()
    _ = record(.appLaunched(AppLaunched(profile: profile, user: user.map { ExactString($0) }, trust: trust)))
    return await check(.launch)
  }

  /// Records that the app's process started, and checks with trigger `launch`.
  ///
  /// - Parameters:
  ///   - properties: the device's properties from the system, and the properties that the app adds.
  ///   - user: the user who is signed in; nil for nobody.
  @discardableResult
  public func launched(_ properties: DeviceProperties = .current, user: String? = nil) async -> CheckResult {
    await launched(properties: properties.byName, user: user)
  }

  /// Records that somebody signed in or out, without a fetch.
  ///
  /// A login that asks for the policy is ``check(_:user:)`` with trigger `login`.
  ///
  /// - Parameter user: the user who is signed in from now on; nil for nobody.
  public func userChanged(to user: String?) {
    _ = record(.userChanged(UserChanged(user: user.map { ExactString($0) })))
  }

  /// Records that the user came back to the app, and shows the prompt of the decision.
  ///
  /// - Parameter busy: true while the user is busy, such as in a call. Nothing is shown then.
  /// - Returns: the prompt that came up; nil where none did.
  @discardableResult
  public func foregrounded(busy: Bool = false) -> Showing? {
    show(record(.appForegrounded(AppForegrounded(isBusy: busy)))?.decision)
  }

  /// Records that the user left the app.
  public func backgrounded() { _ = record(.appBackgrounded) }

  /// Records that a push notice arrived. It is shown at the next launch, login or critical operation, never at once.
  public func received(_ push: Push) { _ = record { push.data(event: $0) } }

  /// Records that the user starts a critical operation, and decides whether it may proceed.
  ///
  /// - Parameter operation: the app's name for the operation, such as `placeOrder`.
  /// - Returns: ``Permission/blocked(_:)`` where a prompt that the user cannot dismiss is on the screen;
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
