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

extension AppLaunched {
  init<Reader: FieldReader>(from reader: inout Reader) throws(FieldFault) {
    profile = try reader.profile("properties")
    user = try reader.optionalText("user")
  }

  func write<Writer: FieldWriter>(to writer: inout Writer) {
    writer.profile(profile)
    writer.optionalText(user)
  }
}
