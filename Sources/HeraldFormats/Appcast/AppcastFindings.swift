import Herald

/// The findings in a feed: what cannot be read, what holds a release back, and slips that real feeds have.
struct AppcastFindings {
  private(set) var diagnostics: [Diagnostic] = []

  init(_ feed: AppcastFeed, _ releases: [AppcastRelease], without items: [DocumentPlace], _ lines: LineMap) {
    for place in items {
      record(
        .invalidVersion, .warning, "An item has no version.", place,
        why: "it is left out: nothing tells whether it is newer",
        fix: "give it `sparkle:version`, or leave it as a piece of news")
    }
    if let foreign = feed.foreign { record(foreign, lines.place(foreign.offset)) }
    for limit in feed.foreignLimits { record(limit: limit, lines.place(limit.offset)) }
    for release in releases {
      noteVersions(release)
      noteDate(release)
      noteLimits(release)
      noteTitle(release)
    }
    noteOrder(releases)
    // Downloads of one item are releases of their own.
    var seen: Set<Int> = []
    for release in releases where seen.insert(release.item.offset).inserted {
      noteLanguages(release, feed.language)
      noteUnknownNames(release)
    }
    if !releases.isEmpty, releases.allSatisfy({ !$0.limits(.channel).isEmpty }) {
      record(
        .onlyChannels, .warning, "Every release is for a channel.", releases.first?.place,
        why: "a device without the property `appcastChannel` is offered none",
        fix: "leave `sparkle:channel` out of the releases for everybody")
    }
  }

  mutating func record(
    _ code: DocumentCode, _ severity: Diagnostic.Severity, _ what: String, _ place: DocumentPlace?, why: String,
    fix: String
  ) {
    diagnostics.record(Diagnostic(code, severity, what: what, place: place, why: why, fix: fix))
  }

  private mutating func record(_ foreign: AppcastFeed.Foreign, _ place: DocumentPlace) {
    record(
      .otherNamespace, .warning, "`\(foreign.name.local)` stands \(Self.words(foreign.name.namespace)).", place,
      why: "only names of the namespace \(AppcastItem.sparkle) are read", fix: Self.namespaceFix)
  }

  private mutating func record(limit: AppcastFeed.Foreign, _ place: DocumentPlace) {
    record(
      .otherNamespace, .warning, "`\(limit.name.local)` stands \(Self.words(limit.name.namespace)).", place,
      why: "it restricts the release all the same here, and other readers of the feed may pass over it",
      fix: Self.namespaceFix)
  }

  static let namespaceFix = "declare `xmlns:sparkle=\"\(AppcastItem.sparkle)\"` and write `sparkle:` before the name"

  /// A namespace in words.
  static func words(_ namespace: String) -> String {
    namespace.isEmpty ? "in no namespace" : "in the namespace \(quoted(namespace))"
  }

  private mutating func noteVersions(_ release: AppcastRelease) {
    if release.order == nil {
      record(
        .invalidVersion, .warning, "`\(release.name)` is not a version.", release.place,
        why: "releases are sorted by it, so this one comes last", fix: "write a version such as `2.10.1`")
    }
    let item = release.item
    for (key, text) in [(AppcastKey.critical, item.criticalBelow)]
      + item.informationalVersions.map({ (.informational, $0) })
    {
      guard let text, PublishedVersion(text) == nil else { continue }
      record(
        .invalidVersion, .warning, "`\(key.rawValue)` names \(quoted(text)), which is not a version.", release.place,
        why: "no installed version is compared with it", fix: "write a version such as `2.10.1`")
    }
  }

  private mutating func noteDate(_ release: AppcastRelease) {
    let isUnread = release.releasedAt == nil
    if release.hasUnreadPhases {
      let (key, text): (AppcastKey, String?) =
        isUnread ? (.pubDate, release.item[.pubDate]) : (.phases, release.length)
      record(
        isUnread ? .invalidDate : .limitNotRead, .error,
        text.map { "`\(key.rawValue)` is \(quoted($0)), which cannot be read." }
          ?? "The release has no `\(key.rawValue)`.",
        release.place, why: "its phases begin there and have a length, so it stays in the first phase for good",
        fix: "write a date such as `Mon, 02 Mar 2026 08:00:00 +0000`, and the seconds of a phase such as `86400`")
    } else if let date = release.item[.pubDate], isUnread {
      record(
        .invalidDate, .warning, "`pubDate` is \(quoted(date)), which is not a date.", release.place,
        why: "the release's age is not known, so `releasedForDays` and phases hold it back",
        fix: "write a date such as `Mon, 02 Mar 2026 08:00:00 +0000`")
    }
  }

  private mutating func noteLimits(_ release: AppcastRelease) {
    for text in release.limits(.minimumUpdate) where PublishedVersion(text) == nil {
      record(
        .limitNotRead, .error, "`\(AppcastKey.minimumUpdate.rawValue)` is \(quoted(text)), which is not a version.",
        release.place, why: "no installed version meets a limit that cannot be read",
        fix: "write the lowest version to update from, such as `1800`")
    }
    noteWords(release)
    for key in [AppcastKey.minimumSystem, .maximumSystem] {
      for text in release.limits(key) where AppVersion(text) == nil {
        record(
          .limitNotRead, .error, "`\(key.rawValue)` is \(quoted(text)), which is not a version.", release.place,
          why: "no device meets a limit that cannot be read", fix: "write the system's version, such as `13.0`")
      }
    }
  }

  /// A title that names one version, which the release is not.
  private mutating func noteTitle(_ release: AppcastRelease) {
    guard let title = release.item[.title], let shown = release.short ?? release.version else { return }
    let named = title.split { $0.isWhitespace || "()[],:".contains($0) }
      .map { $0.first == "v" ? $0.dropFirst() : $0 }
      .filter { $0.contains(".") }.compactMap { AppVersion(String($0)) }
    guard named.count == 1, let version = named.first, version != shown.version, version != release.version?.version
    else { return }
    record(
      .otherTitle, .note, "The title \(quoted(title)) names another version than \(shown.text).", release.place,
      why: "people read the title, and devices compare the version", fix: "correct the one that is wrong")
  }

  /// Names of Sparkle's namespace that are not read. One that may restrict the release holds it back.
  private mutating func noteUnknownNames(_ release: AppcastRelease) {
    for name in release.item.unknownNames {
      let limits = "`sparkle:minimumSystemVersion`, `sparkle:minimumUpdateVersion` or `sparkle:hardwareRequirements`"
      let meant = name.meant.map { "did you mean `\($0.rawValue)`?" }
      record(
        .unknownElement, name.mayRestrict ? .error : .warning, "Herald does not read \(quoted(name.shown)).",
        release.place,
        why: name.mayRestrict
          ? "it may say for whom the release is, so the release is offered to nobody"
          : "its name is none of Sparkle's names that are known, and decides nothing",
        fix: meant ?? (name.mayRestrict ? "say the same by a name that is read, such as \(limits)" : "check its name"))
    }
  }

  /// A critical release whose texts name languages, and none is for the others.
  private mutating func noteLanguages(_ release: AppcastRelease, _ language: String?) {
    guard release.item.isCritical else { return }
    for key in [AppcastKey.title, .description] {
      guard let first = release.ownLanguages(of: key, language).first else { continue }
      diagnostics.record(
        Diagnostic(
          LintCheck.forceWithoutFallback.code, .warning,
          what: "The critical release \(quoted(release.name)) has `\(key.rawValue)` in its own languages alone.",
          place: release.place, why: "a device in any other language reads the text in \(quoted(first))",
          fix: "add a `\(key.rawValue)` without `xml:lang` for all other languages"))
    }
  }

  /// Two releases whose versions and short versions are in opposite orders.
  private mutating func noteOrder(_ releases: [AppcastRelease]) {
    let readable = releases.compactMap { release in
      release.short.flatMap { short in release.order.map { ($0, short, release) } }
    }
    for (newer, older) in zip(readable, readable.dropFirst())
    where newer.0 > older.0 && newer.1.version < older.1.version {
      record(
        .otherOrder, .warning,
        "`\(newer.2.name)` is above `\(older.2.name)`, and \(newer.1.text) is below \(older.1.text).",
        newer.2.place, why: why(newer.1), fix: fix(newer.1, older.1))
      return
    }
  }

  private func why(_ first: PublishedVersion) -> String {
    "releases are sorted by `sparkle:version`, so \(first.text) is offered first"
      + (first.version.isPreRelease ? "; what follows `-` makes it a pre-release, which comes before its release" : "")
  }

  private func fix(_ first: PublishedVersion, _ second: PublishedVersion) -> String {
    let text = first.text.string
    guard first.version.isPreRelease, let hyphen = text.firstIndex(of: "-") else {
      return "let both rise with each release: raise `sparkle:version` of \(second.text) above it, or correct "
        + "`sparkle:shortVersionString`"
    }
    let (head, tail) = (text[..<hyphen], text[text.index(after: hyphen)...])
    let isNumber = !tail.isEmpty && tail.utf8.allSatisfy { (48...57).contains($0) }
    let longer = "\(head).\(isNumber ? String(tail) : "1")"
    return "write `\(longer)` as its short version if it is the later release, or sort the pre-release below "
      + "\(second.text) by `sparkle:version`"
  }
}
