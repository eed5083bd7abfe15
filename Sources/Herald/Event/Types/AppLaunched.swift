/// The app's process started.
public struct AppLaunched: Hashable, Sendable {
  /// The properties of the device and the app.
  public var profile: Profile
  /// The user who is signed in; nil for nobody.
  public var user: ExactString?
  /// The numbers that the installation drew, as a redacted log carries them; nil where they follow from its name.
  public var draws: Draws?
  /// The keys whose policies the app accepts; nil for an app that verifies nothing.
  public var trust: Trust?

  /// Makes the event's data.
  public init(profile: Profile, user: ExactString? = nil, draws: Draws? = nil, trust: Trust? = nil) {
    self.profile = profile
    self.user = user
    self.draws = draws
    self.trust = trust
  }
}

extension AppLaunched: EventPayload {
  static var type: EventType { .appLaunched }
  static var meaning: String { "The app's process started." }
  static var code: Int { 1 }
  static var caching: PayloadCaching { .linesAndFacts }
  static var isCheck: Bool { false }

  static var meanings: [FieldMeaning] {
    [
      FieldMeaning(
        "properties", "What is known of the device and the app: texts under any names, which filters compare.",
        example: #"{"appPackageName": "com.example.shop", "appVersionName": "4.1", "deviceOsName": "ios"}"#,
        shape: .object(
          ObjectReference(
            "properties", "an object of texts", at: "data.properties", [],
            others: .named(
              KeyReference(
                "PROPERTY", .text, .optional(default: "an empty text"), "A property such as `appVersionName`.",
                example: #""4.1""#, fault: .refusesLine))))),
      FieldMeaning("user", "The user who is signed in.", example: #""u-17""#),
      FieldMeaning(
        "draws",
        "The roll-out numbers from 0 to 9999 that the installation drew for rules, as redacted logs carry them.",
        example: #"{"update:7": 4711}"#),
      FieldMeaning(
        "trust",
        "Whose policies the app accepts: public keys in minisign's base64, how many of them have to have signed, and "
          + "whether an unsigned policy is refused.",
        example: #"{"keys": ["RWQf6LRCGA9i53mlYecO4IzT51TGPpvWucNSCh1CBM0QTaLn73Y7GFO3"], "required": true}"#),
    ]
  }

  init<Reader: FieldReader>(from reader: inout Reader) throws(FieldFault) {
    profile = try reader.profile("properties")
    user = try reader.optionalText("user")
    draws = try reader.optionalObject("draws").flatMap { Draws(json: $0) }
    trust = try reader.anyObject("trust").map { Trust(json: $0) }
  }

  func write<Writer: FieldWriter>(to writer: inout Writer) {
    writer.profile("properties", profile)
    writer.optionalText("user", user, .name(.user))
    writer.optionalObject("draws", draws?.json)
    writer.optionalObject("trust", trust?.json)
  }

  var decisionTrigger: Trigger? { nil }
  var screenChange: ScreenChange? { .cleared }
  var title: String { "app launched" }
  var detail: String {
    let names: [ExactString] = [
      .appPackageName, .appVersionName, .appVersionCode, .deviceOsName, .deviceOsVersion, .deviceModel, .deviceLanguage,
    ]
    let device = names.compactMap { profile[$0]?.string }.joined(separator: " ")
    return device + (user.map { ", user \($0)" } ?? "")
  }
}
