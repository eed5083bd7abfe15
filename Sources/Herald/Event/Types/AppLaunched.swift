/// The app's process started.
public struct AppLaunched: Hashable, Sendable {
  /// What the device and the app say of themselves.
  public var profile: Profile
  /// Who is signed in; nil for nobody.
  public var user: ExactString?

  public init(profile: Profile, user: ExactString? = nil) {
    self.profile = profile
    self.user = user
  }
}

extension AppLaunched: EventPayload {
  static var type: EventType { .appLaunched }
  static var code: Int { 1 }
  static var caching: PayloadCaching { .linesAndFacts }

  init<Reader: FieldReader>(from reader: inout Reader) throws(FieldFault) {
    profile = try reader.profile("properties")
    user = try reader.optionalText("user")
  }

  func write<Writer: FieldWriter>(to writer: inout Writer) {
    writer.profile("properties", profile)
    writer.optionalText("user", user, .user)
  }

  var decisionTrigger: Trigger? { nil }
  var title: String { "app launched" }
  var detail: String {
    let names: [ExactString] = [
      .appPackageName, .appVersionName, .appVersionCode, .deviceOsName, .deviceOsVersion, .deviceModel, .deviceLanguage,
    ]
    let device = names.compactMap { profile[$0]?.string }.joined(separator: " ")
    return device + (user.map { ", user \($0)" } ?? "")
  }
}
