package import Herald

/// The version that a rule leads to, as far as an installation's launches show that it is reached.
package enum UpdateTarget: Sendable {
  case version(PublishedVersion)
  /// Of a rule that names no version.
  case versionCode(Int)

  /// Nil for a rule that names neither.
  init?(_ rule: Rule) {
    if let version = rule.targetVersion {
      self = .version(version)
    } else if let code = rule.targetVersionCode {
      self = .versionCode(code)
    } else {
      return nil
    }
  }

  /// The version that a launch must show.
  var version: AppVersion {
    switch self {
    case .version(let target): target.version
    case .versionCode(let code): AppVersion(number: code)
    }
  }

  /// True if a launch showed this version or a later one; nil where it showed none that can be compared with it.
  func isReached(by installed: InstalledVersions) -> Bool? { installed[self].map { $0 >= version } }

  /// The version as the document writes it, or the code.
  package var text: ExactString {
    switch self {
    case .version(let target): target.text
    case .versionCode(let code): ExactString(String(code))
    }
  }

  /// The same in a sentence.
  package var words: String {
    switch self {
    case .version: text.string.shown
    case .versionCode: "version code \(text)"
    }
  }
}

extension UpdateTarget: Comparable {
  /// Versions are the same however they are written.
  package static func == (left: Self, right: Self) -> Bool {
    left.isCode == right.isCode && left.version == right.version
  }

  /// Versions stand before codes.
  package static func < (left: Self, right: Self) -> Bool {
    left.isCode == right.isCode ? left.version < right.version : right.isCode
  }

  private var isCode: Bool { if case .versionCode = self { true } else { false } }
}

/// The versions that a launch showed.
struct InstalledVersions {
  private let name: AppVersion?
  private let code: AppVersion?

  init(_ profile: Profile) {
    name = profile[.appVersionName].flatMap { AppVersion($0.string) }
    code = profile[.appVersionCode].flatMap { AppVersion($0.string) }
  }

  /// The version that a target is compared with; nil where the launch did not show it, or it cannot be read.
  subscript(target: UpdateTarget) -> AppVersion? {
    switch target {
    case .version: name
    case .versionCode: code
    }
  }
}
