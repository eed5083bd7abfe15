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

  /// Whether a launch shows this version or a later one.
  func isReached(by profile: Profile) -> Bool {
    switch self {
    case .version(let target): Self.version(profile[.appVersionName]).map { $0 >= target.version } ?? false
    case .versionCode(let code): Self.version(profile[.appVersionCode]).map { $0 >= AppVersion(number: code) } ?? false
    }
  }

  private static func version(_ text: ExactString?) -> AppVersion? { text.flatMap { AppVersion($0.string) } }

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

extension UpdateTarget: Equatable {
  /// Versions are the same however they are written.
  package static func == (left: Self, right: Self) -> Bool {
    switch (left, right) {
    case (.version(let left), .version(let right)): left.version == right.version
    case (.versionCode(let left), .versionCode(let right)): left == right
    default: false
    }
  }
}

/// What a log can say of a rule's success.
package enum Outcome: Equatable, Sendable {
  case update(UpdateTarget)
  /// A message asks for no update.
  case message
  /// The rule is about another app, whose versions the log does not have.
  case anotherApp
  /// The rule names no version that it leads to.
  case noTarget

  init(_ rule: Rule, in policy: Policy) {
    if rule.kind == .message {
      self = .message
    } else if let target = rule.targetPackageName, let own = policy.packageName, target.trimmed != own.trimmed {
      self = .anotherApp
    } else {
      self = UpdateTarget(rule).map { .update($0) } ?? .noTarget
    }
  }
}

extension ExactString {
  fileprivate var trimmed: ExactString { ExactString(string.trimmed) }
}
