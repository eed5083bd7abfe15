import Herald

/// Keys that mean the same in several formats.
extension KeyReference {
  static let downloadURL = link("The page that the button opens.")

  static func link(_ meaning: String) -> KeyReference {
    KeyReference(
      .form(.url), .optional(default: "the fetch's `storeUrl`"), meaning,
      example: #""https://apps.apple.com/app/id123""#, fault: .countsAsAbsent)
  }

  static func review(fault: Fault) -> KeyReference {
    KeyReference(
      .flag, .optional(default: "no"), "Whether a store is reviewing the app; nothing is shown then.", example: "true",
      fault: fault)
  }

  static func optionalText(_ meaning: String, example: String) -> KeyReference {
    KeyReference(.text, .optional(default: "Herald's own"), meaning, example: example, fault: .countsAsAbsent)
  }

  static let whatIsNew = KeyReference(
    .text, .optional(default: "none"), "What is new in the version.", example: #""Signing in is faster.""#,
    fault: .countsAsAbsent)

  static func version(
    _ meaning: String, _ presence: Presence = .required, fault: Fault = .refusesDocument
  ) -> KeyReference {
    KeyReference(.form(.version), presence, meaning, example: #""2.10.1""#, fault: fault)
  }
}
