import Herald

/// The keys of a page's JSON-LD.
enum SoftwareApplicationKey: String, DocumentKey {
  case type = "@type"
  case version = "softwareVersion"
  case graph = "@graph"
  case mainEntity

  var about: KeyReference {
    switch self {
    case .type:
      key("What the object describes; `SoftwareApplication` is an app.", #""SoftwareApplication""#)
    case .version:
      KeyReference(
        .form(.version), .optional(default: "the text `Version 2.10` of the page"),
        "The newest version in the store; older ones are offered the update.", example: #""2.10.1""#,
        fault: .refusesDocument)
    case .graph: key("Objects among which the app is searched.", #"[{"@type": "SoftwareApplication"}]"#)
    case .mainEntity: key("The page's main object, in which the app is searched.", #"{"@type": "SoftwareApplication"}"#)
    }
  }

  private func key(_ meaning: String, _ example: String) -> KeyReference {
    KeyReference(.anything, .optional(default: "none"), meaning, example: example, fault: .countsAsAbsent)
  }
}
