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

  private mutating func record(
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
        isUnread ? (.pubDate, release.item[.pubDate]) : (.phases, release.item[.phases])
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

  /// Names of Sparkle's namespace that are none of Sparkle's. One that was meant to restrict the release does not.
  private mutating func noteUnknownNames(_ release: AppcastRelease) {
    for name in release.item.unknownNames {
      let meant = Spelling.nearest(to: name, among: AppcastKey.sparkleNames)
      let known = AppcastKey.allCases.first { $0.name.namespace == AppcastItem.sparkle && $0.name.local == meant }
      record(
        .unknownElement, .warning, "Sparkle has no \(quoted("sparkle:" + name)).", release.place,
        why: "it is not read, so it restricts the release to no device",
        fix: known.map { "did you mean `\($0.rawValue)`?" } ?? "remove it, or name what is meant by Sparkle's word")
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
        newer.2.place, why: "releases are sorted by `sparkle:version`, so \(newer.1.text) is offered first",
        fix: "raise `sparkle:version` with each release")
      return
    }
  }
}
