package import Herald

/// Sparkle's feed of releases, which upgrader reads too: RSS 2.0 with names of Sparkle's own.
///
/// The newest release that a device can install is offered, and no older one. An item without a version is left out, and
/// a feed none of whose items has one is refused: the feed of a blog must not lift what the last feed asked for.
package enum AppcastFormat: Format {
  package static let names = ["appcast"]

  package static var reference: FormatReference {
    FormatReference(
      "Sparkle's feed of releases (RSS 2.0), which upgrader reads too.", in: .xml,
      ObjectReference("item", "an `item` of the channel", AppcastKey.references))
  }

  package static func recognizes(_ outline: DocumentOutline) -> Bool {
    outline.isPage && Array(outline.text.utf8).firstIndex(of: "<rss") != nil
  }

  package static func read(_ document: Document) -> ReadDocument {
    let lines = LineMap(document.text)
    do throws(Refused) {
      let feed = try feed(document, lines)
      let items = feed.items.map { item in
        let place = lines.place(item.offset)
        return (place: place, releases: AppcastRelease.releases(of: item, place: place))
      }
      let releases = AppcastRelease.sorted(items.flatMap(\.releases))
      try demandVersion(releases, feed, lines)
      let unread = items.filter { $0.releases.isEmpty }.map(\.place)
      var diagnostics = AppcastFindings(feed, releases, without: unread, lines).diagnostics
      let rules = rules(releases, feed.language, in: document, &diagnostics)
      return ReadDocument(Policy(of: document, rules: rules), diagnostics, leftOut: unread.count)
    } catch {
      return ReadDocument(refused: error.reason, error.diagnostic)
    }
  }

  private static func feed(_ document: Document, _ lines: LineMap) throws(Refused) -> AppcastFeed {
    do throws(XMLFault) {
      let feed = try AppcastFeed(document.text)
      guard feed.isFeed else {
        throw XMLFault(0, "the document is not RSS with a channel", fix: "fetch the feed's address")
      }
      return feed
    } catch {
      throw Refused(
        .invalidDocument, what: "The document is not a feed that Herald reads.", place: lines.place(error.offset),
        why: error.reason, fix: error.fix)
    }
  }

  /// Refuses a feed whose items all lack a version. A feed without items has no releases, and is accepted.
  private static func demandVersion(
    _ releases: [AppcastRelease], _ feed: AppcastFeed, _ lines: LineMap
  ) throws(Refused) {
    guard let first = feed.items.first, releases.allSatisfy({ $0.version == nil && $0.short == nil }) else { return }
    let foreign = feed.foreign
    throw Refused(
      .noVersion, what: "None of the feed's items has a version that can be read.",
      place: lines.place(foreign?.offset ?? first.offset),
      why: foreign.map {
        "`\($0.name.local)` stands \(AppcastFindings.words($0.name.namespace)), and not in Sparkle's, "
          + AppcastItem.sparkle
      } ?? "a feed of other things than releases must not lift what the last one asked for",
      fix: foreign == nil ? "give each release its `sparkle:version`" : AppcastFindings.namespaceFix)
  }

  /// The rules of the releases that lead somewhere; these alone share names.
  private static func rules(
    _ releases: [AppcastRelease], _ language: String?, in document: Document, _ diagnostics: inout [Diagnostic]
  ) -> [Rule] {
    var leading: [AppcastRelease] = []
    for release in releases {
      if rule(release, id: id(release), language).rules(in: document, &diagnostics).isEmpty { continue }
      leading.append(release)
    }
    var found: [Diagnostic] = []
    return zip(leading, RuleIDs.unique(leading.map(id))).flatMap { release, id in
      rule(release, id: id, language).rules(in: document, &found)
    }
  }

  private static func id(_ release: AppcastRelease) -> ExactString { ExactString("update:appcast-\(release.name)") }

  private static func rule(_ release: AppcastRelease, id: ExactString, _ language: String?) -> RuleDraft {
    let item = release.item
    var draft = RuleDraft(
      id: id, kind: .optional, filters: release.filters, condition: release.condition,
      target: release.short ?? release.version, releasedAt: release.releasedAt, urls: release.urls,
      place: release.place)
    draft.descriptions = release.descriptions(language)
    draft.page = release.page
    draft.isSkippable = true
    draft.phases = release.phases
    draft.critical = release.critical
    draft.closing = .installable
    draft.remarks = release.remarks
    draft.pacing.isReleaseUnread = item[.pubDate] != nil && release.releasedAt == nil
    // A feed may announce a release, as an author may.
    draft.pacing.isReleaseOfAuthor = true
    return draft
  }
}
