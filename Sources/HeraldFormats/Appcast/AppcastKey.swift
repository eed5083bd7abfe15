import Herald

/// The elements and attributes of a feed's item that are read. `sparkle:` stands for Sparkle's namespace.
enum AppcastKey: String, DocumentKey {
  case version = "sparkle:version"
  case shortVersion = "sparkle:shortVersionString"
  case title, description, link, pubDate, enclosure, url
  case minimumSystem = "sparkle:minimumSystemVersion"
  case maximumSystem = "sparkle:maximumSystemVersion"
  case minimumUpdate = "sparkle:minimumUpdateVersion"
  case os = "sparkle:os"
  case hardware = "sparkle:hardwareRequirements"
  case cpu = "sparkle:cpu"
  case channel = "sparkle:channel"
  case critical = "sparkle:criticalUpdate"
  case tags = "sparkle:tags"
  case phases = "sparkle:phasedRolloutInterval"
  case informational = "sparkle:informationalUpdate"
  case notesLink = "sparkle:releaseNotesLink"

  private static let prefix = "sparkle:"

  /// The name with its namespace, folded as the feed's names are.
  var name: XMLName {
    let isSparkle = rawValue.hasPrefix(Self.prefix)
    let local = String(rawValue.dropFirst(isSparkle ? Self.prefix.count : 0))
    return XMLName(local, in: isSparkle ? AppcastItem.sparkle : "").folded
  }

  /// Sparkle's names without their namespace, folded.
  static let sparkleNames = Set(allCases.filter { $0.rawValue.hasPrefix(prefix) }.map(\.name.local))

  /// True for a limit of a release. It is read from other namespaces too, because silence must not reach everybody.
  var isLimit: Bool {
    switch self {
    case .minimumSystem, .maximumSystem, .minimumUpdate, .os, .hardware, .cpu, .channel, .phases: true
    case .version, .shortVersion, .title, .description, .link, .pubDate, .enclosure, .url, .critical, .tags,
      .informational, .notesLink:
      false
    }
  }

  /// Sparkle's limits without their namespace, folded.
  static let limitNames = Set(allCases.filter(\.isLimit).map(\.name.local))

  /// Sparkle's other names, folded: they say how an update is downloaded and installed, which Herald does not do.
  static let namesOfInstallers: Set<String> = [
    "belowversion", "deltafrom", "deltafromsparkleexecutablesize", "deltafromsparklelocales", "deltas", "dsasignature",
    "edsignature", "fullreleasenoteslink", "ignoreskippedupgradesbelowversion", "installationtype",
    "installerarguments", "length", "minimumautoupdateversion", "verificationsignature",
  ]

  var about: KeyReference {
    switch self {
    case .version:
      key(
        .form(.version), "the short version", "The release's version, compared with `appVersionCode`; or an attribute.",
        "2041")
    case .shortVersion:
      key(
        .form(.version), "the version",
        "The version that people see, compared with `appVersionName` where a device sends no code.", "2.10.1")
    case .title: key(.text, "Herald's own", "The prompt's heading.", "Version 2.10.1")
    case .description: key(.text, "none", "What is new in the release.", "Signing in is faster.")
    case .link:
      key(.form(.url), "the fetch's `storeUrl`", "The page of the release.", "https://example.com/2.10.1")
    case .pubDate: key(.text, "unknown", "When the release came out.", "Mon, 02 Mar 2026 08:00:00 +0000")
    case .enclosure:
      key(.anything, "the page alone", "The download; its attributes are read.", #"<enclosure url="…"/>"#)
    case .url:
      key(.form(.url), "the page", "The address of the download; an attribute of `enclosure`.", "https://example.com/a")
    case .minimumSystem:
      key(.form(.version), "every system", "The lowest version of the system that can install it.", "13.0")
    case .maximumSystem:
      key(.form(.version), "every system", "The highest version of the system that can install it.", "15.9")
    case .minimumUpdate:
      key(
        .form(.version), "every version",
        "The lowest installed version that can update to it, compared as `sparkle:version` is.", "1800")
    case .os:
      key(
        .text, "every system", "The system's name, alone or with an architecture; or an attribute of `enclosure`.",
        "windows-x64")
    case .hardware, .cpu:
      key(
        .text, "every architecture",
        "The architectures that it runs on, one of which must be the property `deviceArchitecture`.", "arm64")
    case .channel:
      key(.text, "everybody", "The channel, which must be one of the property `appcastChannel`, a list.", "beta")
    default: aboutKinds
    }
  }

  private var aboutKinds: KeyReference {
    switch self {
    case .critical:
      key(
        .anything, "not critical",
        "Marks a critical release, which cannot be skipped; `sparkle:version` names below which version it is one.",
        #"<sparkle:criticalUpdate sparkle:version="2.0"/>"#)
    case .tags:
      key(.anything, "none", "Marks of the release, among them `sparkle:criticalUpdate`.", "<sparkle:tags>…")
    case .phases:
      key(
        .count, "everybody at once",
        "The seconds of each of seven equal phases, in which the release reaches its users from `pubDate` on.", "86400")
    case .informational:
      key(
        .anything, "installed by the app",
        "Leads to the page instead of the download; each `sparkle:version` inside names an app that it is for.",
        "<sparkle:informationalUpdate/>")
    default:
      key(.form(.url), "none", "The address of the release notes; it is kept and shown.", "https://example.com/notes")
    }
  }

  private func key(_ shape: ValueShape, _ default: String, _ meaning: String, _ example: String) -> KeyReference {
    KeyReference(
      shape, .optional(default: `default`), meaning, example: JSONNode.text(example).line, fault: .countsAsAbsent)
  }
}
