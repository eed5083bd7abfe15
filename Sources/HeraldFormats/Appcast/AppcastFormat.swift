package import Herald

/// Sparkle's feed of releases, which upgrader reads too: RSS 2.0 with names of Sparkle's own.
///
/// The newest release that a device can install is offered, and no older one. An entry without a version is left out.
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
      var diagnostics: [Diagnostic] = []
      let releases = AppcastRelease.sorted(
        feed.items.compactMap { AppcastRelease($0, place: lines.place($0.offset)) })
      let ids = RuleIDs.unique(releases.map { ExactString("update:appcast-\($0.name)") })
      let rules = zip(releases, ids).flatMap { release, id in
        record(release, &diagnostics)
        return rule(release, id: id).rules(in: document, &diagnostics)
      }
      return ReadDocument(Policy(of: document, rules: rules), diagnostics)
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

  private static func rule(_ release: AppcastRelease, id: ExactString) -> RuleDraft {
    let item = release.item
    var draft = RuleDraft(
      id: id, kind: .optional, filters: release.filters, condition: release.condition,
      target: release.short ?? release.version, releasedAt: release.releasedAt,
      texts: PromptTexts(title: item[.title], whatIsNew: item[.description]), urls: release.urls,
      place: release.place)
    draft.page = release.page
    draft.isSkippable = true
    draft.phases = release.phases
    draft.critical = release.critical
    draft.closing = .installable
    draft.remarks = item[.notesLink].map { [Rule.Remark(key: "releaseNotesLink", text: $0)] } ?? []
    return draft
  }

  private static func record(_ release: AppcastRelease, _ diagnostics: inout [Diagnostic]) {
    if release.order == nil {
      diagnostics.record(
        Diagnostic(
          DocumentCode.invalidVersion, .warning, what: "`\(release.name)` is not a version.", place: release.place,
          why: "releases are sorted by it, so this one comes last", fix: "write a version such as `2.10.1`"))
    }
    if let date = release.item[.pubDate], release.releasedAt == nil {
      diagnostics.record(
        Diagnostic(
          DocumentCode.invalidDate, .warning, what: "`pubDate` is \(quoted(date)), which is not a date.",
          place: release.place, why: "without a date a release has no phases",
          fix: "write a date such as `Mon, 02 Mar 2026 08:00:00 +0000`"))
    }
  }
}
