import ArgumentParser
import HeraldRuntime

/// Options for the server to which a phone in a terminal sends its events.
struct UploadOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("Send the events to this server as they come; needs --app-key.", valueName: "url"),
    completion: .free)
  var upload: String?

  @Option(
    help: ArgumentHelp("The app key that the server printed at its first start.", valueName: "key"), completion: .free)
  var appKey: String?

  @Option(
    help: ArgumentHelp("A property that is never sent; repeatable.", valueName: "name"), completion: .property)
  var withhold: [String] = []

  func validate() throws {
    if (upload == nil) != (appKey == nil) {
      throw ValidationError("--upload URL and --app-key KEY go together.")
    }
    if upload == nil, !withhold.isEmpty { throw ValidationError("--withhold needs --upload URL.") }
  }

  /// The upload; nil where nothing is sent.
  ///
  /// - Parameters:
  ///   - isAutomatic: true to send events as they come, and not only when a step ends.
  ///   - isOnline: returns true while the phone has a network.
  ///   - progressed: takes the progress.
  func configured(
    isAutomatic: Bool, _ isOnline: @escaping @Sendable () -> Bool,
    progressed: @escaping @Sendable (UploadStatus) -> Void
  ) -> Upload? {
    guard let upload, let appKey else { return nil }
    var configured = Upload(to: upload, key: appKey, policy: .when { isOnline() }, withholding: Set(withhold))
    configured.isAutomatic = isAutomatic
    configured.progressed = progressed
    return configured
  }
}
