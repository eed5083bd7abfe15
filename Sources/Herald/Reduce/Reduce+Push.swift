/// Applies a push. A push that asks for an update is latched.
extension InstallationState {
  mutating func apply(_ push: PushReceived) {
    guard IgnoredEvent(push, in: self) == nil, let url = push.destination else {
      counts.stored.ignoredPushes += 1
      return
    }
    latch = Latch(
      event: push.event, url: url, targetVersion: push.targetVersion, appVersionName: profile[.appVersionName])
  }

  /// A latch with a version is satisfied by that version or a higher one. A latch without a version is satisfied by any
  /// version other than the version that was installed when the push came.
  func isSatisfied(_ latch: Latch) -> Bool {
    if let target = latch.target, let installed = profile.appVersion { return installed >= target }
    return profile[.appVersionName] != latch.appVersionName
  }

  func isReached(_ targetVersion: ExactString?) -> Bool {
    guard let installed = profile.appVersion, let target = targetVersion.flatMap({ AppVersion($0.string) }) else {
      return false
    }
    return installed >= target
  }
}
