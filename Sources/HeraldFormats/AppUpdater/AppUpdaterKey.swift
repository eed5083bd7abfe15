import Herald

/// The keys of the document that javiersantos' AppUpdater reads.
enum AppUpdaterKey: String, DocumentKey {
  case latestVersion, latestVersionCode, url, releaseNotes

  var about: KeyReference {
    switch self {
    case .latestVersion:
      .version(
        "The newest version; older ones are offered the update.", .optional(default: "compared by code alone"))
    case .latestVersionCode:
      KeyReference(
        .lenient(.anyInteger), .optional(default: "compared by version alone"),
        "The newest version code, which is compared where the device has one too.", example: "12",
        fault: .refusesDocument)
    case .url: .downloadURL
    case .releaseNotes:
      KeyReference(
        .either([.text, .list(.text)], name: "a text, or a list of texts"), .optional(default: "none"),
        "What is new in the version.", example: #"["Signing in is faster."]"#, fault: .countsAsAbsent)
    }
  }
}
